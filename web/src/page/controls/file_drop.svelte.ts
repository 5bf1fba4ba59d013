/** A file that is dropped anywhere on the page; `over` while it is held over it. */
export class FileDrop {
  over = $state(false);

  constructor(private readonly taken: (file: File | undefined) => void) {}

  drag = (event: DragEvent): void => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    this.over = true;
  };

  leave = (event: DragEvent): void => {
    if (!event.relatedTarget) this.over = false;
  };

  drop = (event: DragEvent): void => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    this.over = false;
    this.taken(event.dataTransfer?.files[0]);
  };
}

function carriesFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
