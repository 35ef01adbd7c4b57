/** What the engine may call outside of itself: numbers in, a number out. */
type HostFunction = (...numbers: readonly number[]) => number;

/** Ends the engine's call at once; what it had begun is undone by whoever called. */
export class EngineStopped extends Error {}

function stop(): never {
  throw new EngineStopped("the engine stopped itself");
}

/** Errno 52 of WASI: there is no such function. */
const NOT_SUPPORTED = 52;
const PAGE_BYTES = 65_536;

/** The engine's memory, as WebAssembly has it. */
export interface EngineMemory {
  readonly buffer: ArrayBufferLike;
  /** Throws beyond its maximum. */
  grow(pages: number): number;
}

/**
 * Everything that QuickJS, as it was compiled, asks of whoever runs it, by the letters of that compilation. This is the whole of the
 * wall: no file, no environment, no output, no timer, no module and no function of the host, and a clock that stands still at zero in
 * UTC. `mayGoOn` is asked once in 10,000 steps.
 */
export function closedImports(memory: EngineMemory, mayGoOn: () => boolean): Readonly<Record<string, HostFunction>> {
  const write = (at: number, values: readonly number[]) => {
    new Int32Array(memory.buffer, at, values.length).set(values);
  };
  return {
    // A failed assertion, an abort, and the end of the program.
    b: stop,
    q: stop,
    r: stop,
    // Host functions, modules and references to host objects: none were given.
    s: stop,
    h: stop,
    g: stop,
    t: stop,
    // Closing, seeking and writing files.
    d: () => NOT_SUPPORTED,
    o: () => NOT_SUPPORTED,
    c: () => NOT_SUPPORTED,
    // The environment: no variables, no bytes.
    e: () => 0,
    f: (count, size) => {
      write(count!, [0]);
      write(size!, [0]);
      return 0;
    },
    // Timers.
    j: () => 0,
    l: () => 0,
    // The clock in milliseconds, a moment in local time, and the time zone.
    p: () => 0,
    m: (_, tm) => {
      write(
        tm!,
        Array.from({ length: 10 }, () => 0),
      );
      return 0;
    },
    n: (zone, hasSummerTime, name, summerName) => {
      write(zone!, [0]);
      write(hasSummerTime!, [0]);
      for (const at of [name!, summerName!]) new Uint8Array(memory.buffer, at, 4).set([85, 84, 67, 0]);
      return 0;
    },
    // More memory: the engine hears of the maximum by being refused.
    k: (bytes) => {
      try {
        memory.grow(Math.ceil(((bytes! >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
        return 1;
      } catch {
        return 0;
      }
    },
    i: () => (mayGoOn() ? 0 : 1),
  };
}
