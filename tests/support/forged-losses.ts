import { formatDeclaredLoss } from "#domain/ledger/declared-loss.ts";
import type { DeclaredLoss } from "#domain/ledger/declared-loss.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { Change, Dice } from "./forged-files.ts";
import type { BundleFiles, SampleBundle } from "./sample-bundle.ts";

const LOSSES = "ledger/losses.jsonl";

const lines =
  (change: (lines: string[], dice: Dice) => void): Change =>
  (files, dice) => {
    const list = (files.get(LOSSES) ?? Buffer.from("\n")).toString().split("\n").slice(0, -1);
    change(list, dice);
    files.set(LOSSES, Buffer.from(list.map((line) => `${line}\n`).join("")));
  };

/** Another declaration of the same form. */
function otherwise(loss: DeclaredLoss, dice: Dice): DeclaredLoss {
  const name = dice.pick(["by", "oldOrigin", "origin", "reason", "person", "last"] as const);
  if (name !== "last") return { ...loss, [name]: `${loss[name]}${dice.below(9)}` };
  if (!loss.last) return { ...loss, last: { size: 1, root: "AAAA", note: "x" } };
  const { size, root, note } = loss.last;
  const last = dice.pick([
    undefined,
    { size: size + 1, root, note },
    { size, root: `A${root}`, note },
    { size, root, note: `${note} ` },
  ]);
  return { ...loss, last };
}

/** What an issuer who has the key can do to the losses that a ledger declares, and seal again. */
export const lossChanges: readonly (readonly [name: string, change: Change])[] = [
  ["no losses", (files) => void files.delete(LOSSES)],
  ["losses emptied", (files) => void files.set(LOSSES, Buffer.alloc(0))],
  ["a loss left out", lines((list, dice) => void list.splice(dice.below(list.length), 1))],
  ["a loss twice", lines((list, dice) => void list.splice(dice.below(list.length), 0, list[0] ?? ""))],
  ["a loss more", lines((list) => void list.push(list.at(-1) ?? "{}"))],
  ["losses backwards", lines((list) => void list.reverse())],
  [
    "a loss said otherwise",
    lines((list, dice) => {
      const at = dice.below(list.length);
      const line = parsed(list[at] ?? "");
      const loss = parsed(String(line["details"])) as Record<string, never>;
      const { by, oldOrigin, origin, person, reason, lastSize: size, lastRoot: root, lastNote: note } = loss;
      if (by === undefined) return void list.push("{}");
      const last = size === null ? undefined : { size: size!, root: root!, note: note! };
      const said = { by, oldOrigin: oldOrigin!, origin: origin!, person: person!, reason: reason!, last };
      list[at] = canonicalJson({ ...line, details: formatDeclaredLoss(otherwise(said, dice)) } as never);
    }),
  ],
  [
    "a loss of another place",
    lines((list, dice) => {
      const at = dice.below(list.length);
      const line = parsed(list[at] ?? "");
      list[at] = canonicalJson({ ...line, index: Number(line["index"] ?? 0) + 1 } as never);
    }),
  ],
];

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** What a ledger declares wrongly from the day that it began, each time under the true key. */
export function untrueDeclaration(
  dice: Dice,
  ledger: string,
): (loss: DeclaredLoss, turn: number, sign: SampleBundle["sign"]) => DeclaredLoss {
  const at = 2 + dice.below(2);
  const lie = dice.pick<(loss: DeclaredLoss, sign: SampleBundle["sign"]) => DeclaredLoss>([
    (loss) => ({ ...loss, origin: `${ledger}.${4 + dice.below(5)}` }),
    (loss) => ({ ...loss, oldOrigin: `${ledger}.${4 + dice.below(5)}`, last: undefined }),
    (loss) => ({ ...loss, oldOrigin: `${ledger}${dice.below(9)}`, last: undefined }),
    (loss) => ({ ...loss, last: { size: 1, root: "AAAA", note: "no note" } }),
    (loss, sign) => {
      const root = Buffer.alloc(32, dice.below(256)).toString("base64");
      // Signed, but of the ledger that began, or with another size than is said.
      const name = dice.pick([loss.origin, loss.oldOrigin]);
      const note = sign(name, `${name}\n7\n${root}\n`);
      return { ...loss, last: { size: 8, root, note } };
    },
  ]);
  return (loss, turn, sign) => (turn === at ? lie(loss, sign) : loss);
}

/** Losses of another ledger, put into a bundle of the first of its name. */
export function withLosses(files: BundleFiles, theirs: BundleFiles): void {
  files.set(LOSSES, theirs.get(LOSSES)!);
}
