/** A file with a record, or with several of which one is chosen; what is wrong with it is said, and nothing is lost. */
import { body, http } from '../../api/http';
import type { RecordOfSeveral } from '../../api/types';
import { t } from '../../strings/index.svelte';
import { recordInWords } from '../refusal';

const LONGEST = 200_000;

export class RecordFile {
  busy = $state(false);
  /** What is wrong. */
  said = $state('');
  name = $state('');
  /** The games of a file that holds several. */
  games = $state.raw<RecordOfSeveral[]>([]);

  /** `open` shows a record; it says what is wrong with it, or nothing. */
  constructor(private readonly open: (record: string) => Promise<string>) {}

  read = async (file: File | undefined): Promise<void> => {
    if (!file || this.busy) return;
    this.name = file.name;
    this.games = [];
    await this.work(async () => {
      if (file.size > LONGEST) return t('replay.record.tooLong', { name: file.name });
      const record = await file.text();
      if (record.split('[Start ').length > 2)
        this.games = (await body(http.POST('/api/v1/records', { body: { record } }))).games;
      return this.games.length > 1 ? '' : this.shown(record);
    });
  };

  choose = (game: RecordOfSeveral): Promise<void> => this.work(() => this.shown(game.record));

  private async shown(record: string): Promise<string> {
    const wrong = await this.open(record);
    return wrong && t('replay.record.wrong', { name: this.name, wrong });
  }

  private async work(todo: () => Promise<string>): Promise<void> {
    this.busy = true;
    this.said = '';
    try {
      this.said = await todo();
    } catch (problem) {
      this.said = t('replay.record.wrong', { name: this.name, wrong: recordInWords(problem) });
    } finally {
      this.busy = false;
    }
  }
}
