const OPENS = /^::: statement ([a-z0-9][a-z0-9.-]{0,80})$/;

/** The statements of a policy that are bound to a check, each with its sentence. */
export function statementsOf(text: string): readonly { readonly check: string; readonly sentence: string }[] {
  const found: { check: string; sentence: string }[] = [];
  let open: { check: string; sentence: string } | undefined;
  for (const line of text.split("\n")) {
    const check = OPENS.exec(line)?.[1];
    if (check !== undefined) open = { check, sentence: "" };
    else if (line === ":::") {
      if (open) found.push(open);
      open = undefined;
    } else if (open) open.sentence += `${line} `;
  }
  return found;
}

const OPENS_ANY = /^::: statement(?: |$)/;

/** The sentences that a policy states as promises, bound to a check or not, as they are read. */
export function promisedSentences(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  let open: string[] | undefined;
  for (const line of text.split("\n")) {
    if (OPENS_ANY.test(line)) open = [];
    else if (line === ":::") {
      if (open)
        found.add(
          open
            .join(" ")
            .replaceAll(/\\(?=[^\w\s])/g, "")
            .replaceAll(/\s+/g, " ")
            .trim(),
        );
      open = undefined;
    } else open?.push(line);
  }
  return found;
}
