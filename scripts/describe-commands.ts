import type { Plugin } from "vite";
import { controls } from "#catalog/controls/index.ts";
import { documentation, wordsOf } from "#catalog/documentation.ts";
import { registers } from "#catalog/registers/index.ts";
import { walkThroughs } from "#catalog/walk-throughs.ts";

/** What the palette finds by a word, of the whole catalog: names, and of each page its words, each once. */
export function describedCommands() {
  const once = (text: string) => [...new Set(text.split(/\s+/))].join(" ");
  return {
    pages: documentation.map((page) => ({ key: page.key, title: page.title, words: once(wordsOf(page)) })),
    walkThroughs: walkThroughs.map(({ key, title, about }) => ({ key, title, about })),
    registers: registers
      .filter(({ onlyWith }) => onlyWith === undefined)
      .map(({ key, label, summary, rights }) => ({ key, label, summary, readers: rights.read, writers: rights.write })),
    checks: controls.flatMap((control) =>
      control.checks.map(({ id, title }) => ({ id, title, controlId: control.id, control: control.title })),
    ),
  };
}

/** A key opens the palette on every page: with the catalog itself it would run 180 kB first. */
export const describeCommands: Plugin = {
  name: "commands",
  resolveId: (id) => (id === "virtual:commands" ? `\0${id}` : undefined),
  load: (id) =>
    id === "\0virtual:commands"
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(describedCommands()))})`
      : undefined,
};
