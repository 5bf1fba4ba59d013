/** Websockets that are opened in a test, newest last; the test plays the server's part. */
export class FakeSocket {
  static opened: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = this.opened.at(-1);
    if (!last) throw new Error('no websocket was opened');
    return last;
  }

  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  closed = false;

  constructor(readonly address: string) {
    FakeSocket.opened.push(this);
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.onclose?.({ code });
  }

  close(): void {
    this.closed = true;
    this.drop(1000);
  }
}
