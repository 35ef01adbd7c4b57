/** Fills `into` with what lies at a position; answers with how many bytes there were. */
export type ReadAt = (into: Uint8Array, position: number) => Promise<number>;

const CHUNK = 1 << 20;
const WINDOW = 1 << 16;

/** Reads ahead for small reads, most of which are neighbours: the headers and files of a large archive of small files. */
export function withWindow(readAt: ReadAt): ReadAt {
  let window: { begin: number; bytes: Uint8Array } = { begin: 0, bytes: new Uint8Array() };
  return async (into, position) => {
    if (into.length > WINDOW / 4) return await readAt(into, position);
    let { begin, bytes } = window;
    if (position < begin || position >= begin + bytes.length) {
      // A new one each time: another read may still be copying from the old.
      const fresh = new Uint8Array(WINDOW);
      [begin, bytes] = [position, fresh.subarray(0, await readAt(fresh, position))];
      window = { begin, bytes };
    }
    const held = bytes.subarray(position - begin, position - begin + into.length);
    into.set(held);
    return held.length;
  };
}

/** Fewer bytes than asked for only where the data ends: a single read may give less than there is. */
export async function readFully(readAt: ReadAt, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await fill(readAt, bytes, position));
}

/**
 * The bytes from `position` on, `length` of them or what there is, in chunks. Reads the next chunk while the last is
 * being worked on. A chunk is overwritten when the one after the next is asked for.
 */
export async function* streamChunks(readAt: ReadAt, position: number, length: number): AsyncGenerator<Uint8Array> {
  const size = Math.min(CHUNK, length);
  const buffers = [new Uint8Array(size), new Uint8Array(length > size ? size : 0)];
  const end = position + length;
  const read = async (turn: number, from: number) => {
    const buffer = buffers[turn % 2]!.subarray(0, Math.min(CHUNK, end - from));
    return buffer.subarray(0, await fill(readAt, buffer, from));
  };
  let ahead = read(0, position);
  for (let turn = 1, from = position; from < end; turn++) {
    const chunk = await ahead;
    if (chunk.length === 0) return;
    from += chunk.length;
    // Nobody waits for it when the reader stops here; its error would otherwise end the process.
    ahead = from < end ? read(turn, from) : Promise.resolve(chunk);
    ahead.catch(() => {});
    yield chunk;
  }
}

async function fill(readAt: ReadAt, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const count = await readAt(into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
