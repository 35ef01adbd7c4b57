import { expect, test } from "vitest";
import { documentFrom } from "./markdown.ts";
import { promiseOf, statementsIn } from "./statements-in.ts";

const text = `# Title

::: statement auth.mfa-enforced
Every sign-in needs a second factor.
:::

A paragraph between.

::: statement backup.restore-tested
We restore **every** quarter.
:::

::: statement
Nobody checks this.
:::
`;

test("every statement of a text is found in its order with its check, each at its own place", () => {
  const document = documentFrom(text);
  const found = statementsIn(document);
  expect(found).toMatchObject([
    { check: "auth.mfa-enforced", sentence: "Every sign-in needs a second factor." },
    { check: "backup.restore-tested", sentence: "We restore every quarter." },
    { check: "", sentence: "Nobody checks this." },
  ]);
  expect(found.map(({ at }) => [document.nodeAt(at)?.type.name, document.nodeAt(at)?.textContent])).toEqual(
    found.map(({ sentence }) => ["statement", sentence]),
  );
});

test("a verdict is about a sentence and its check: another figure or another check is another promise", () => {
  const [first] = statementsIn(documentFrom(text));
  const [changed] = statementsIn(documentFrom(text.replace("a second factor", "two factors")));
  const [bound] = statementsIn(documentFrom(text.replace("auth.mfa-enforced", "auth.sso-enforced")));
  expect(promiseOf(first!)).toBe(promiseOf({ ...first!, sentence: first!.sentence }));
  expect(new Set([first!, changed!, bound!].map(promiseOf)).size).toBe(3);
});
