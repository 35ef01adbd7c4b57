// What a judge finds when it begins: the language, without what could tell one run from another. Written as a script of the engine.

/** The names that are left; everything else is taken away, so that a newer engine brings nothing in unasked. */
const allowed = [
  "AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError",
  "Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN",
  "Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError",
  "Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent encodeURI",
  "encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape",
].flatMap((line) => line.split(" "));

/**
 * Takes away what is not {@link allowed}, chance, and the moment at which it runs: a date can only be made from something. Answers with
 * a function that takes the judge the script has set, and one that words what was thrown.
 */
export const restrictGlobals = `(() => {
  "use strict";
  const allowed = new Set(${JSON.stringify(allowed)});
  for (const name of Reflect.ownKeys(globalThis))
    if (!allowed.has(name) && name !== Symbol.toStringTag && !Reflect.deleteProperty(globalThis, name))
      throw new Error("this stays: " + String(name));
  delete Math.random;
  const noClock = () => { throw new Error("A judge has no clock."); };
  const TrueDate = Date;
  const date = new Proxy(TrueDate, {
    apply: noClock,
    construct: (target, given, maker) => given.length === 0 ? noClock() : Reflect.construct(target, given, maker),
  });
  TrueDate.now = noClock;
  TrueDate.prototype.constructor = date;
  globalThis.Date = date;
  const takeJudge = () => {
    const judge = globalThis.exhibitJudge;
    if (judge === null || typeof judge !== "object" || typeof judge.version !== "string" || typeof judge.judge !== "function")
      return undefined;
    return (question) => judge.judge(question);
  };
  const wordThrown = (thrown) => {
    if (Object(thrown) !== thrown) return String(thrown);
    const { name, message } = thrown;
    return name + ": " + message;
  };
  return (which) => which === "judge" ? takeJudge() : wordThrown;
})()`;
