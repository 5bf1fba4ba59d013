import type { Attachment } from 'svelte/attachments';
import type { ReviewRoom } from './review_room.svelte';

/** What is said of another moment is read from its beginning, however far the last one was scrolled. */
export function fromTheTop(room: ReviewRoom): Attachment<HTMLElement> {
  return (words) => {
    void [room.summary, room.ply, room.trial !== null];
    words.scrollTop = 0;
  };
}
