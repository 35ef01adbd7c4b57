import { fromUtf8, toUtf8 } from "../ledger/bytes.ts";
import { closedImports, EngineStopped } from "./engine-imports.ts";
import type { EngineMemory } from "./engine-imports.ts";

/** A running WebAssembly module: what it exports. */
export type EngineExports = Readonly<Record<string, (...numbers: readonly number[]) => number>>;

/** The WebAssembly of the machine. Pages have 64 KiB. */
export interface Platform {
  newMemory(pages: { readonly initial: number; readonly maximum: number }): EngineMemory;
  /** Compiles QuickJS and links it to what it may call. */
  start(imports: Readonly<Record<string, unknown>>): Promise<EngineExports>;
}

/** A value inside of the engine; it is good until the engine is put back. */
export type Value = number & { readonly of: unique symbol };

/** What became of a call: a value, what was thrown, or nothing that could be said. */
export type Outcome = { readonly value: Value } | { readonly thrown: Value } | { readonly stopped: true };

/** The functions that are called, by the letters that their names have in what was compiled. */
export const engineLetters = {
  _QTS_NewRuntime: "K",
  _QTS_RuntimeSetMemoryLimit: "y",
  _QTS_RuntimeSetMaxStackSize: "D",
  _QTS_RuntimeEnableInterruptHandler: "Fa",
  _QTS_NewContext: "N",
  _QTS_GetUndefined: "E",
  _QTS_NewString: "_",
  _QTS_GetString: "$",
  _QTS_GetProp: "ha",
  _QTS_GetFloat64: "Z",
  _QTS_Typeof: "ra",
  _QTS_Call: "ma",
  _QTS_ResolveException: "na",
  _QTS_Eval: "pa",
  _malloc: "v",
} as const;
type Functions = Readonly<Record<keyof typeof engineLetters, (...numbers: readonly number[]) => number>>;
/** Those that the package's own loader keeps for itself: to begin, and to set and read where the stack stands. */
export const loaderLetters = { initialize: "u", setStack: "Ma", getStack: "Oa" } as const;

const PAGE_BYTES = 65_536;
/** What the module asks for at least. */
const INITIAL_PAGES = 256;
/** So little that calls end here before the machine's own stack does, in a browser's worker too: some 550 calls. */
const STACK_BYTES = 96 * 1024;
/** Base objects, dates, eval, normalized strings, regular expressions, JSON, proxies, maps, arrays of bytes, promises, big integers. */
const INTRINSICS = 0b1111_1111_1111;

/**
 * QuickJS with one script context, and nothing around it. Nothing that is made in it is ever given back piece by piece: the whole is put
 * back to how it was.
 */
export class Engine {
  /** How often it may go on before it is interrupted; about 10,000 steps each. */
  #left = Number.POSITIVE_INFINITY;
  #isOver = false;
  #kept: { readonly bytes: Uint8Array; readonly stack: number } | undefined;
  readonly #memory: EngineMemory;
  readonly #call: Functions;
  readonly #exports: EngineExports;
  readonly #context: number;

  private constructor(memory: EngineMemory, exports: EngineExports, memoryBytes: number) {
    this.#memory = memory;
    this.#exports = exports;
    const named = Object.entries(engineLetters).map(([name, letter]) => [name, exports[letter]!] as const);
    this.#call = Object.fromEntries(named) as Functions;
    const runtime = this.#call._QTS_NewRuntime();
    this.#call._QTS_RuntimeSetMemoryLimit(runtime, memoryBytes);
    this.#call._QTS_RuntimeSetMaxStackSize(runtime, STACK_BYTES);
    this.#call._QTS_RuntimeEnableInterruptHandler(runtime);
    this.#context = this.#call._QTS_NewContext(runtime, INTRINSICS);
  }

  /** An engine that can hold so many bytes of its own objects. */
  static async start(platform: Platform, memoryBytes: number): Promise<Engine> {
    const maximum = INITIAL_PAGES + Math.ceil(memoryBytes / PAGE_BYTES);
    const memory = platform.newMemory({ initial: INITIAL_PAGES, maximum });
    const bound: { engine?: Engine } = {};
    const imports = closedImports(memory, () => bound.engine === undefined || bound.engine.#mayGoOn());
    const exports = await platform.start({ ...imports, a: memory });
    exports[loaderLetters.initialize]!();
    return (bound.engine = new Engine(memory, exports, memoryBytes));
  }

  #mayGoOn(): boolean {
    this.#isOver ||= this.#left <= 0;
    this.#left -= 1;
    return !this.#isOver;
  }

  /** From now on it is interrupted after so many times 10,000 steps. */
  allow(turns: number): void {
    this.#left = turns;
    this.#isOver = false;
  }

  /** Whether it was interrupted since it was last {@link allow}ed to run. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How many bytes of memory it has taken from the machine. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Remembers all that the engine holds. */
  keep(): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end -= 1;
    this.#kept = { bytes: bytes.slice(0, end), stack: this.#exports[loaderLetters.getStack]!() };
  }

  /** Makes the engine what it was when it was {@link keep}ed, whatever happened since. */
  putBack(): void {
    const { bytes, stack } = this.#kept!;
    new Uint8Array(this.#memory.buffer).set(bytes);
    this.#exports[loaderLetters.setStack]!(stack);
  }

  /** Runs a classic script. */
  evaluate(code: string): Outcome {
    return this.#attempt(() => {
      const bytes = toUtf8(code);
      const at = this.#write(bytes);
      const name = this.#write(toUtf8("judge.js"));
      return this.#call._QTS_Eval(this.#context, at, bytes.length, name, 0, 0);
    });
  }

  /** Calls a function with one text, or with a value, or with nothing. */
  call(callee: Value, argument?: string | Value): Outcome {
    return this.#attempt(() => {
      const given = typeof argument === "string" ? this.#text(argument) : argument;
      const list = this.#write(new Uint8Array(new Uint32Array([given ?? 0]).buffer));
      return this.#call._QTS_Call(
        this.#context,
        callee,
        this.#call._QTS_GetUndefined(),
        given === undefined ? 0 : 1,
        list,
      );
    });
  }

  /** A text's characters, if it is one, has no more than `most`, and is Unicode. */
  textOf(value: Value, most: number): string | undefined {
    if (this.typeOf(value) !== "string") return undefined;
    const length = this.#lengthOf(value);
    if (length > most) return undefined;
    const at = this.#call._QTS_GetString(this.#context, value);
    const text = at === 0 ? undefined : fromUtf8(this.#untilZero(at, 3 * most));
    // A character zero would end what is read too early.
    return text?.length === length ? text : undefined;
  }

  /** What `typeof` says. */
  typeOf(value: Value): string | undefined {
    return fromUtf8(this.#untilZero(this.#call._QTS_Typeof(this.#context, value), 32));
  }

  #attempt(work: () => number): Outcome {
    try {
      const value = work() as Value;
      if (value === 0) return { stopped: true };
      const thrown = this.#call._QTS_ResolveException(this.#context, value) as Value;
      return thrown === 0 ? { value } : { thrown };
    } catch {
      // Its own stop, a trap of WebAssembly, or a stack that the machine has no more room for.
      return { stopped: true };
    }
  }

  #text(text: string): Value {
    return this.#call._QTS_NewString(this.#context, this.#write(toUtf8(text))) as Value;
  }

  /** Of a text, whose length nobody can redefine. */
  #lengthOf(value: Value): number {
    const length = this.#call._QTS_GetProp(this.#context, value, this.#text("length"));
    return this.#call._QTS_GetFloat64(this.#context, length);
  }

  /** Puts bytes, and a zero behind them, where nothing else of the engine is. */
  #write(bytes: Uint8Array): number {
    const at = this.#call._malloc(bytes.length + 1);
    if (at === 0) throw new EngineStopped("the engine has no room");
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }

  #untilZero(at: number, most: number): Uint8Array {
    const all = new Uint8Array(this.#memory.buffer);
    const end = all.indexOf(0, at);
    return all.slice(at, Math.min(end < 0 ? all.length : end, at + most + 1));
  }
}
