import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { longParts, nightlyPackages, nightlyParts } from "./long-parts.ts";
import { root } from "./program.ts";

// What `npm test` leaves out is run by the workflow of the night, and with the programs for want of which it would be skipped.

const { jobs } = parse(readFileSync(join(root, ".github/workflows/every-case.yml"), "utf8")) as {
  readonly jobs: {
    readonly everything: {
      readonly strategy: { readonly matrix: { readonly part: readonly string[] } };
      readonly steps: readonly { readonly run?: string }[];
    };
  };
};
const { strategy, steps } = jobs.everything;
const commands = steps.flatMap(({ run }) => run ?? []);
/** What every runner has. */
const theRunnerHas = ["prlimit", "ps"];

test("every part of `npm run test:long` but `hours` runs each night, and each share of those that are shared", () => {
  expect(commands).toContain("npm run test:long -- ${{ matrix.part }}");
  const asked = strategy.matrix.part.map((part) => part.split(" ")[0]!);
  expect([...new Set(asked)].toSorted()).toEqual([...nightlyParts].toSorted());
  expect(Object.keys(longParts).filter((part) => !asked.includes(part))).toEqual(["hours"]);
  for (const part of nightlyParts) {
    const own = strategy.matrix.part.filter((each) => each.split(" ")[0] === part);
    const all = own.map((_, index) => (own.length === 1 ? part : `${part} --shard=${index + 1}/${own.length}`));
    expect(own).toEqual(all);
  }
});

test("the programs without which its tests are skipped are installed there", () => {
  const installed = commands.flatMap((command) => /apt-get install (.*)$/m.exec(command)?.[1]?.split(" ") ?? []);
  for (const name of Object.values(nightlyPackages)) expect(installed).toContain(name);
  const tests = globSync("tests/long/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const wanted = tests.flatMap((text) => [...text.matchAll(/lacks\("(\w+)"\)/g)].map(([, program]) => program!));
  expect(wanted).toContain("soffice");
  expect(wanted.filter((name) => !(name in nightlyPackages) && !theRunnerHas.includes(name))).toEqual([]);
});
