/** A judge's script with this body of its function; `question` is what it was asked. */
export function judgeThat(body: string, before = ""): string {
  return `${before}\nglobalThis.exhibitJudge = { version: "1", judge(question) { ${body} } };`;
}

/** What the world outside of the language offers, in Node.js, in browsers and in other engines. */
export const worldly = [
  "process require module exports __filename __dirname Buffer global globalThis.process setTimeout setInterval setImmediate",
  "queueMicrotask fetch XMLHttpRequest WebSocket EventSource navigator window self document location history localStorage indexedDB",
  "caches crypto performance console Worker SharedWorker importScripts postMessage BroadcastChannel MessageChannel URL Blob File",
  "TextEncoder TextDecoder structuredClone atob btoa WebAssembly SharedArrayBuffer Atomics WeakRef FinalizationRegistry Intl Temporal",
  "Deno Bun std os bjson print scriptArgs gc load Math.random",
].flatMap((line) => line.split(" "));

/** Each looks for a {@link worldly} name in another way, and answers with what it found. */
export const searches: Readonly<Record<string, string>> = {
  "by name": lookBy("(name) => eval('typeof ' + name)"),
  "as the global object's own": lookBy("(name) => typeof globalThis[name]"),
  "through the constructor of functions": lookBy("(name) => [].map.constructor('return typeof ' + name)()"),
  "through the constructor of generators": lookBy(
    "(name) => (function* () {}).constructor('yield typeof ' + name)().next().value",
  ),
  "through a function without strictness": lookBy(
    "(name) => Function('return typeof (function () { return this })().' + name)()",
  ),
  "from an indirect eval": lookBy("(name) => (0, eval)('typeof ' + name)"),
  "from the chain of prototypes": lookBy(`(name) => {
    for (let one = globalThis; one; one = Object.getPrototypeOf(one)) if (Object.hasOwn(one, name)) return "found";
    return name.includes(".") ? eval("typeof " + name) : "undefined";
  }`),
  "from what was thrown": lookBy(`(name) => {
    try { null.f } catch (error) { return error.constructor.constructor('return typeof ' + name)() }
  }`),
};

function lookBy(look: string): string {
  return `return ${JSON.stringify(worldly)}.filter((name) => (${look})(name) !== "undefined").join(" ")`;
}

/** Goes to everything that can be reached from the global object, and answers with each function of another world. */
export const climb = `
  const seen = new Set(), waiting = [globalThis, (function* () {})(), async () => {}, new Proxy({}, {}), /x/, [].values(), new Error("x")];
  const foreign = [];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (Object(one) !== one || seen.has(one)) continue;
    seen.add(one);
    waiting.push(Object.getPrototypeOf(one));
    if (typeof one === "function") {
      const maker = one.constructor;
      if (maker === Function && maker("return this")() !== globalThis) foreign.push(String(one.name));
    }
    for (const key of Reflect.ownKeys(one)) {
      const { get, set, value } = Reflect.getOwnPropertyDescriptor(one, key);
      waiting.push(get, set, value);
    }
  }
  return JSON.stringify({ foreign, enough: seen.size > 500 });`;

/** What never ends by itself, or wants everything, and how it ends; the engine's own steps find each. */
export const gluttons: Readonly<Record<string, readonly [body: string, failure: string]>> = {
  "an endless loop": ["for (;;);", "out-of-time"],
  "an endless loop that catches": ["for (;;) try { for (;;); } catch {}", "out-of-time"],
  "an endless loop that answers in the end": ["try { for (;;); } finally { return 'fine' }", "out-of-time"],
  "an endless generator": [
    "return String([...(function* () { for (let i = 0; ; i++) yield i; })()])",
    "out-of-time|memory",
  ],
  "an endless getter": ["throw { get message() { for (;;); } }", "out-of-time"],
  "an endless comparison": ["return [3, 1, 2].sort(() => { for (;;); }).join()", "out-of-time"],
  "an endless regular expression": ["return String(/^(a+)+$/.test('a'.repeat(60) + 'b'))", "out-of-time"],
  "an endless proxy": ["return [].concat.call(new Proxy([], { get() { for (;;); } })) + ''", "out-of-time"],
  "an endless iterator": [
    "return String(Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }))",
    "out-of-time|memory",
  ],
  "arrays without end": ["const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))", "out-of-memory"],
  "a list that doubles": ["let all = [1]; for (;;) all = [...all, ...all]", "out-of-memory"],
  "a map without end": [
    "const all = new Map(); for (let i = 0; ; i++) all.set(i, 'x'.repeat(1 << 12) + i)",
    "out-of-memory",
  ],
  "a text of 1 GB": ["return 'a'.repeat(1 << 30)", "out-of-memory|threw"],
  "a text that doubles": ["let text = 'x'; for (;;) text = text + text", "out-of-memory|threw"],
  "a recursion without end": ["const down = () => down() + 1; return String(down())", "threw"],
  "a recursion through a getter": ["const one = { get next() { return this.next } }; return String(one.next)", "threw"],
  "a recursion through a proxy": [
    "let one = {}; for (let i = 0; i < 1e5; i++) one = new Proxy(one, {}); return String(one.x)",
    "threw|out-of-memory",
  ],
  "JSON that is nested": [
    "return JSON.stringify(JSON.parse('['.repeat(1e6) + ']'.repeat(1e6)))",
    "threw|out-of-memory",
  ],
  "a regular expression that is nested": [
    "return String(new RegExp('('.repeat(1e5) + ')'.repeat(1e5)))",
    "threw|out-of-memory",
  ],
  "code that is nested": ["return String(eval('['.repeat(1e5) + ']'.repeat(1e5)))", "threw|out-of-memory"],
};

/** Loops inside of the engine that count no steps: only the end of its thread ends them. */
export const stubborn: Readonly<Record<string, string>> = {
  "a search in a list that is none": "return String([].indexOf.call({ length: 2 ** 53 - 1 }, 1))",
  "a search from behind": "return String([].lastIndexOf.call({ length: 2 ** 53 - 1 }, 1))",
};

/** What is no answer, and how it is named. */
export const unanswered: Readonly<Record<string, readonly [body: string, failure: string, message: RegExp]>> = {
  nothing: ["", "not-a-judge", /answered with undefined/],
  "a number": ["return 5", "not-a-judge", /answered with number/],
  "an object that calls itself a text": [
    "return { toString: () => 'x', length: 1 }",
    "not-a-judge",
    /answered with object/,
  ],
  "a text in a box": ["return new String('x')", "not-a-judge", /answered with object/],
  "a promise": ["return Promise.resolve('x')", "not-a-judge", /answered with object/],
  "a symbol": ["return Symbol('x')", "not-a-judge", /answered with symbol/],
  "a text with a character zero": ["return 'agreed\\0not'", "not-a-judge", /no text/],
  "half a character": ["return 'a\\ud800b'", "not-a-judge", /no text/],
  "a text that is far too long": ["return 'a'.repeat(1 << 22)", "not-a-judge", /far too long/],
  "an error": ["throw new TypeError('no')", "threw", /^TypeError: no$/],
  "an error with escapes": ["throw new Error('a\\u001b[31m\\n\\u202eb')", "threw", /^Error: a \[31m b$/],
  "an error that is long": ["throw new Error('x'.repeat(1e4))", "threw", /^.{201}$/],
  "an error that is longer": ["throw new Error('x'.repeat(1e6))", "threw", /cannot be said/],
  "a text that was thrown": ["throw 'no'", "threw", /^no$/],
  "null that was thrown": ["throw null", "threw", /^null$/],
  "a symbol that was thrown": ["throw Symbol('x')", "threw", /^Symbol\(x\)$/],
  "an error that cannot be read": ["throw new Proxy({}, { get() { throw 1 } })", "threw", /cannot be said/],
  "an error of many lies": [
    "String.prototype.at = String = () => 5; throw { name: { toString() { throw 1 } } }",
    "threw",
    /cannot be said/,
  ],
  "a claim of being out of memory": ["throw new InternalError('out of memory')", "out-of-memory", /memory/],
};
