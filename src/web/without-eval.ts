// zod builds faster parsers from strings, which Trusted Types rightly refuses; it must know before the first schema. It keeps its settings
// here for all copies of itself, so that they can be said without loading it.
interface ZodSettings {
  __zod_globalConfig?: { jitless?: boolean };
}
((globalThis as ZodSettings).__zod_globalConfig ??= {}).jitless = true;

export {};
