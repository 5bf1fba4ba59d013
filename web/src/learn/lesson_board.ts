/** The board of the lesson: one place glows, all explain themselves, and a click astray is answered kindly. */
import type { Explaining } from '../table/tooltip/explaining.svelte';
import { placeOf } from '../table/answers/choices';
import { roomBoard, type RoomBoard } from '../table/board/room_board.svelte';
import type { LessonRoom } from './lesson_room.svelte';

export function lessonBoard(room: LessonRoom, explaining: Explaining): RoomBoard {
  const board = roomBoard(room, explaining);
  return {
    ...board,
    /** What else might be chosen looks as usual: it is not what we speak of. */
    mark: (place) => (board.mark(place) === 'dim' ? 'none' : board.mark(place)),
    choose: (place) => {
      if (place !== room.target) {
        const { view, learner } = room;
        const legal = view !== null && room.legal.some((token) => placeOf(token, view, learner) === place);
        room.nudge(board.mark(place) === 'refused', legal);
      }
      board.choose(place);
    },
  };
}
