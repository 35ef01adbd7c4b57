// Made by scripts/describe-procedures.ts when pages are built.
declare module "virtual:procedures" {
  /** Each endpoint as "METHOD /path", by noun and verb. */
  const procedures: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default procedures;
}

// Made by scripts/describe-commands.ts.
declare module "virtual:commands" {
  interface Described {
    readonly pages: readonly { readonly key: string; readonly title: string; readonly words: string }[];
    readonly walkThroughs: readonly { readonly key: string; readonly title: string; readonly about: string }[];
    readonly registers: readonly {
      readonly key: string;
      readonly label: string;
      readonly summary: string;
      readonly readers: readonly string[];
      readonly writers: readonly string[];
    }[];
    readonly checks: readonly {
      readonly id: string;
      readonly title: string;
      readonly controlId: string;
      readonly control: string;
    }[];
  }
  const described: Described;
  export default described;
}
