/** Views of the table that the server has made, typed as it types them: for TypeScript a word in a file is any string. */
import type { Box, View } from '../../src/api/types';
import type { ReplayFrames } from '../../src/replay/room/replay_views';
import boxFile from './box.json';
import replayFile from './replay-three-palace.json';
import diggingFile from './four-players-digging.json';
import fullTempleFile from './four-players-full-temple.json';
import onePassedFile from './four-players-one-passed.json';
import palaceFile from './four-players-palace.json';
import saleFile from './four-players-sale.json';
import palaceStartFile from './three-players-palace-start.json';
import plantingFile from './two-players-planting.json';
import twoPlayersFile from './two-players.json';

function as<T>(file: object): T {
  return file as T;
}

export const digging = as<View>(diggingFile);
export const fullTemple = as<View>(fullTempleFile);
export const onePassed = as<View>(onePassedFile);
export const palace = as<View>(palaceFile);
export const palaceStart = as<View>(palaceStartFile);
export const planting = as<View>(plantingFile);
export const sale = as<View>(saleFile);
export const twoPlayers = as<View>(twoPlayersFile);

export const box = as<Box>(boxFile);

/** A whole game of three with the Palace, and its views at some of its plies. */
export const replay = as<ReplayFrames>(replayFile.replay);
export const replayViews = as<Record<string, View>>(replayFile.views);
