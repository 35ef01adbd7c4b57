import { oneLine, printable } from "./one-line.ts";
import { hostOf } from "./parts.ts";
import type { Fact, Email } from "./parts.ts";

/** Columns that every mail program shows without breaking lines of its own. */
const WIDTH = 72;

/** The letter as plain text. A link, a command or a word that is longer than a line keeps a line of its own. */
export function textBody(letter: Email): string {
  const { greeting, before, said, facts, action, quoted, after, command, stop, subject } = letter;
  const title = subject === undefined ? [] : wrap(oneLine(subject));
  const parts = [
    ...(title.length > 0
      ? [[...title, "=".repeat(Math.max(...title.map((line) => Math.min(line.length, WIDTH))))]]
      : []),
    wrap(oneLine(greeting)),
    wrap(oneLine(before)),
    ...(said === undefined ? [] : [linesOf(said)]),
    ...(facts ? [facts.flatMap((fact) => register(fact, facts))] : []),
    ...(action ? [wrap(`${action.label}:`), [action.link]] : []),
    ...(quoted ? [quotedLines(quoted)] : []),
    wrap(oneLine(after)),
    ...(command ? [wrap(command.text), [command.line]] : []),
    ...(stop ? [wrap(`${stop.label}:`), [stop.link]] : []),
    ["-- ", ...foot(letter)],
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function foot(letter: Email): readonly string[] {
  const host = hostOf(letter);
  return [
    ...(letter.because === undefined ? [] : wrap(letter.because)),
    ...wrap(host === undefined ? "Exhibit" : `Exhibit at ${host}`),
  ];
}

/** A fact in two columns; a long one goes on under its own beginning, one of an endless word under its label. */
function register([label, value]: Fact, all: readonly Fact[]): readonly string[] {
  const column = Math.max(...all.map(([item]) => item.length)) + 2;
  const lines = wrap(oneLine(value), WIDTH - column - 2);
  if (lines.some((line) => line.length > WIDTH - column - 2))
    return [`  ${label}`, ...lines.map((line) => `    ${line}`)];
  return lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(column)}${line}`);
}

function linesOf(text: string, width = WIDTH): readonly string[] {
  return printable(text)
    .split("\n")
    .flatMap((line) => wrap(line, width));
}

function quotedLines({ lines, text }: NonNullable<Email["quoted"]>): readonly string[] {
  const width = WIDTH - 2;
  const facts = lines.flatMap(([label, value]) => wrap(`${label}: ${oneLine(value)}`, width));
  const words = text === undefined ? [] : ["", ...linesOf(text, width)];
  return [...facts, ...words].map((line) => `> ${line}`.trimEnd());
}

/** Breaks at spaces. A line that fits stays as it is, with its own spaces and tabs. */
function wrap(text: string, width = WIDTH): readonly string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
