import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contract } from "#contract/index.ts";
import { cyclesIn, serverLayers, violationsIn } from "./boundaries.ts";
import { byTheDatabase, clocks } from "./house-rules.ts";
import { root } from "./program.ts";
import { readSource } from "./source-files.ts";

const found = (path: string, text = "") => violationsIn({ path, text });

test.each([
  ["src/domain/a.ts", 'import { z } from "zod";', "domain may not import zod"],
  ["src/domain/a.ts", 'import { readFileSync } from "node:fs";', "domain may not import node:fs"],
  ["src/domain/a.ts", 'import {\n  one,\n  two,\n} from "#server/a.ts";', "domain may not import src/server/a.ts"],
  ["src/domain/a.ts", 'export { one } from "../catalog/a.ts";', "domain may not import src/catalog/a.ts"],
  ["src/catalog/a.ts", 'import "#contract/a.ts";', "catalog may not import src/contract/a.ts"],
  ["src/contract/a.ts", 'import { os } from "@orpc/server";', "contract may not import @orpc/server"],
  ["src/connectors/x/a.ts", 'const a = await import("pg");', "connectors may not import pg"],
  ["src/server/a.ts", 'import { a } from "#web/a.ts";', "server may not import src/web/a.ts"],
  ["src/web/a.tsx", 'import { a } from "#server/a.ts";', "web may not import src/server/a.ts"],
  ["src/web/a.tsx", 'import mammoth from "mammoth";', "web may not import mammoth"],
  ["src/web/a.tsx", 'const docx = await import("docx");', "web may not import docx"],
  ["src/web/a.tsx", 'import path from "node:path";', "web may not import node:path"],
  ["src/server/a.ts", 'import { a } from "#tests/support/a.ts";', "server may not import tests/support/a.ts"],
])("%s with %s is a hole in a wall", (path, text, sentence) => expect(found(path, text)).toEqual([sentence]));

test("a connector's check reads facts of an item, never its data", () => {
  const text = "const data = item.data as User;";
  const sentence = "unwraps an item's data; read facts of it";
  expect(found("src/connectors/x/checks/people.ts", text)).toEqual([sentence]);
  expect(found("src/connectors/x/checks.ts", text)).toEqual([sentence]);
  expect(found("src/connectors/x/steps/people.ts", text)).toEqual([]);
});

test("no part of the workspace is fetched later without a word for a file that cannot be had", () => {
  const text = 'import { Suspense, lazy } from "react";';
  const sentence = "uses lazy; lazily says so when the file cannot be had";
  expect(found("src/web/workspace/a/b.tsx", text)).toEqual([sentence]);
  expect(found("src/web/workspace/a/b.tsx", 'import { lazily } from "#web/lazily.tsx";')).toEqual([]);
  expect(found("src/web/marketing/a.tsx", text)).toEqual([]);
});

test.each([
  [
    "src/contract/a.ts",
    'import { oc } from "@orpc/contract";\nimport * as z from "zod";\nimport { a } from "#domain/a.ts";',
  ],
  ["src/server/db/a.ts", 'import pg from "pg";\nimport { join } from "node:path";\nimport { a } from "./b/c.ts";'],
  ["src/web/a.tsx", 'import { useState } from "react";\nimport { a } from "#catalog/index.ts";'],
  ["src/domain/a.test.ts", 'import { test } from "vitest";\nimport fs from "node:fs";'],
  ["src/domain/a.ts", 'import { b } from "./b.ts";\n// like import { x } of "zod"\n'],
])("%s may import what its room may", (path, text) => expect(found(path, text)).toEqual([]));

test.each([
  ["src/server/app-error.ts", "./keys/keys.ts", "imports src/server/keys/keys.ts, and keys lies above ."],
  ["src/server/db/a.ts", "../auth/sessions.ts", "imports src/server/auth/sessions.ts, and auth lies above db"],
  ["src/server/auth/a.ts", "../http/gate.ts", "imports src/server/http/gate.ts, and http lies above auth"],
  ["src/server/http/a.ts", "#server/demo/demo.ts", "imports src/server/demo/demo.ts, and demo lies above http"],
  ["src/server/contacts/a.ts", "../vault/a.ts", "imports src/server/vault/a.ts, and vault lies above contacts"],
  ["src/server/contacts/a.ts", "../app/services.ts", "imports src/server/app/services.ts, and app lies above contacts"],
  ["src/server/app/a.ts", "../commands/main.ts", "imports src/server/commands/main.ts, and commands lies above app"],
])(
  "%s may not import %s: nothing in the server imports what lies above it, not even a type",
  (path, target, sentence) => {
    expect(found(path, `import type { A } from "${target}";`)).toEqual([sentence]);
    expect(found(path, `import { a } from "${target}";`)).toEqual([sentence]);
    expect(found(path, `export { a } from "${target}";`)).toEqual([sentence]);
    expect(found(path.replace(".ts", ".test.ts"), `import { a } from "${target}";`)).toEqual([]);
  },
);

test.each([
  ["src/server/db/a.ts", "../app-error.ts"],
  ["src/server/mail/a.ts", "../db/types.gen.ts"],
  ["src/server/http/a.ts", "../auth/sessions.ts"],
  ["src/server/contacts/a.ts", "../companies/records.ts"],
  ["src/server/contacts/linking/a.ts", "../../http/gate.ts"],
  ["src/server/backup/a.ts", "../contacts/a.ts"],
  ["src/server/app/a.ts", "../contacts/handlers.ts"],
])("%s may import %s: what lies below, or beside it", (path, target) =>
  expect(found(path, `import { a } from "${target}";`)).toEqual([]),
);

test("handlers are for the list of all, and nouns share what stands beside them", () => {
  const text = 'import { b } from "../projects/handlers.ts";';
  const sentence = "imports src/server/projects/handlers.ts; the handlers of a noun are for the list of all";
  expect(found("src/server/companies/handlers.ts", text)).toEqual([sentence]);
  expect(found("src/server/companies/invite.ts", text)).toEqual([sentence]);
  expect(found("src/server/companies/handlers.ts", 'import { b } from "../projects/projects.ts";')).toEqual([]);
  expect(found("src/server/app/handlers.ts", text)).toEqual([]);
});

test("folders of one layer that import each other, directly or around others, are found", () => {
  const file = (path: string, target: string) => ({ path, text: `import type { A } from "${target}";` });
  const straight = [
    file("src/server/contacts/a.ts", "../companies/a.ts"),
    file("src/server/companies/a.ts", "../projects/a.ts"),
    file("src/server/contacts/b.ts", "../projects/a.ts"),
  ];
  expect(cyclesIn(straight)).toEqual([]);
  expect(cyclesIn([...straight, file("src/server/projects/a.ts", "../contacts/a.ts")])).toEqual([
    "contacts imports companies imports projects imports contacts",
  ]);
  expect(cyclesIn([...straight, file("src/server/projects/a.ts", "#server/companies/b.ts")])).toEqual([
    "companies imports projects imports companies",
  ]);
  expect(cyclesIn([...straight, file("src/server/projects/a.db.test.ts", "../contacts/a.ts")])).toEqual([]);
});

test("every layer of the server is there", () => {
  for (const folder of serverLayers.filter((layer) => layer !== "nouns").flat())
    expect(existsSync(join(root, "src/server", folder)), folder).toBe(true);
});

test("every noun of the contract is answered in the folder of its name", () => {
  const elsewhere: Readonly<Record<string, string>> = {
    features: "flags/feature-handlers.ts",
    accounts: "registers/account-handlers.ts",
    signInProviders: "own-account/sign-in-providers.ts",
    training: "staff/training-handlers.ts",
  };
  for (const noun of Object.keys(contract)) {
    const folder = noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const file = join("src/server", elsewhere[noun] ?? `${folder}/handlers.ts`);
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(readSource(file).text, file).toContain(`HandlersOf<"${noun}">`);
  }
});

test("screens do not know each other, and all stand in the shell", () => {
  expect(found("src/web/workspace/evidence/a.tsx", 'import { b } from "../projects/b.tsx";')).toHaveLength(1);
  expect(found("src/web/workspace/evidence/a.tsx", 'import { b } from "#web/workspace/controls/b.tsx";')).toHaveLength(
    1,
  );
  expect(found("src/web/workspace/evidence/a.tsx", 'import { b } from "../shell/b.tsx";')).toEqual([]);
  expect(found("src/web/workspace/evidence/a.tsx", 'import { b } from "../use-company.ts";')).toEqual([]);
});

test.each([
  "new Date()",
  "new Date( )",
  "new Date",
  "new globalThis.Date()",
  "Date.now()",
  "Date\n  .now()",
  "Date?.now()",
  "[1].map(Date.now)",
  'Date["now"]()',
  "Date()",
  "Temporal.Now.instant()",
  "performance.timeOrigin",
])("%s asks the machine's clock, so only the clock itself may say it", (use) => {
  for (const path of ["src/domain/a.ts", "src/server/app/app.ts", "src/web/design/a.tsx", "src/connectors/aws/a.ts"]) {
    expect(found(path, `const a = ${use};`)).toHaveLength(1);
    expect(found(path, `const a = ${use};`)[0]).toMatch(/clock/);
    expect(found(path, `// ${use} is not used\nconst url = "http://a"; /* ${use} */`)).toEqual([]);
  }
  for (const path of [...clocks, "src/server/a.test.ts", "tests/support/a.ts", "scripts/a.ts", "bench/a.ts"])
    expect(found(path, `const a = ${use};`)).toEqual([]);
});

test.each(["at.getHours()", "at.setDate(1)", "at.getTimezoneOffset()", "at.getFullYear()"])(
  "%s depends on where the machine stands",
  (use) => {
    expect(found("src/web/a.ts", `const a = ${use};`)).toEqual(["reads a date in the machine's time zone; say UTC"]);
    expect(found("src/web/a.ts", `const a = ${use.replace("et", "etUTC")};`)).toEqual([]);
  },
);

test.each(["now()", "clock_timestamp()", "CURRENT_DATE", "current_timestamp"])(
  "%s in a statement is the database's clock, which is none of the application's",
  (use) => {
    const statement = `await sql\`SELECT x FROM y WHERE z > ${use}\`.execute(tx);`;
    expect(found("src/server/a.ts", statement)).toEqual([
      "asks the database's clock; give the statement the time as a value",
    ]);
    for (const path of Object.keys(byTheDatabase)) expect(found(path, statement)).toEqual([]);
    expect(
      found("src/server/a.ts", "await sql`SELECT x FROM y WHERE z > ${now()}`.execute(tx); const a = now();"),
    ).toEqual([]);
  },
);

test("who may ask a clock is there, and asks it", () => {
  const reads = (path: string) => readSource(path).text;
  for (const path of clocks) expect(reads(path)).toContain("new Date()");
  for (const path of Object.keys(byTheDatabase)) expect(reads(path)).toMatch(/\b(now|clock_timestamp)\(\)/);
});

test.each(["Math.random()", "fetch(url)", "globalThis.fetch(url)"])(
  "%s is uncertain, so rules and features may not use it",
  (use) => {
    for (const path of ["src/domain/a.ts", "src/contract/a.ts", "src/server/companies/a.ts"]) {
      expect(found(path, `const a = ${use};`)).toHaveLength(1);
      expect(found(path, `// ${use} is not used\nconst url = "http://a"; /* ${use} */`)).toEqual([]);
    }
    expect(found("src/server/app/app.ts", `const a = ${use};`)).toEqual([]);
  },
);

test("what only looks uncertain is fine", () => {
  expect(
    found(
      "src/domain/a.ts",
      "new Date(text); new Date(at.getTime() + 1); const a: Date[] = []; isDate(a); x.Date(1); at.getUTCHours(); around.fetch(url); prefetch(url);",
    ),
  ).toEqual([]);
});

test("the environment is read in one place", () => {
  expect(found("src/server/app/app.ts", "process.env.PORT")).toEqual([
    "reads process.env; only src/server/app/config.ts does",
  ]);
  expect(found("src/server/app/config.ts", "process.env")).toEqual([]);
  expect(found("scripts/a.ts", "process.env.CI")).toEqual([]);
});

test("names say something, in one spelling", () => {
  expect(found("src/server/utils/a.ts")).toEqual(["a folder named utils says nothing"]);
  expect(found("tests/support/freshDatabase.ts")).toEqual(["file names are kebab-case"]);
  expect(found("src/web/design/Button.tsx")).toEqual(["file names are kebab-case"]);
  expect(found("src/server/db/embedded-postgres.db.test.ts")).toEqual([]);
  expect(found("src/web/workspace/_index.tsx")).toEqual([]);
  expect(found("src/web/projects.$id.tsx")).toEqual([]);
});

test("a long file is one too many, unless it is data, generated or a test", () => {
  const text = "x\n".repeat(251);
  expect(found("src/server/a.ts", text)).toEqual(["251 lines; past 250 there is a second noun inside"]);
  expect(found("src/server/a.ts", "x\n".repeat(250))).toEqual([]);
  for (const path of [
    "src/catalog/a.ts",
    "src/server/db/types.gen.ts",
    "src/server/a.test.ts",
    "tests/contracts/a.ts",
  ]) {
    expect(found(path, text)).toEqual([]);
  }
});

test("a test that no stage runs is found", () => {
  for (const path of [
    "tests/contracts/a.spec.ts",
    "tests/end-to-end/a.test.ts",
    "db/a.test.ts",
    "src/web/a.spec.tsx",
  ]) {
    expect(found(path)).toEqual([
      "no stage of the tests runs it; end-to-end tests end in .spec.ts, all others in .test.ts",
    ]);
  }
  for (const path of [
    "tests/contracts/a.test.ts",
    "tests/end-to-end/a.spec.ts",
    "src/server/a.db.test.ts",
    "src/web/a.test.tsx",
  ]) {
    expect(found(path)).toEqual([]);
  }
});

test.each([
  ["sql`SELECT app.has_feature('x') AS on`", "app.has_feature"],
  ['client.query("SELECT * FROM app.team()")', "app.team"],
  ["sql<{ id: string }>`SELECT id FROM app.people_of_record() p`", "app.people_of_record"],
])("%s in the server calls a function of the database around its type", (text, name) =>
  expect(found("src/server/a/b.ts", text)).toEqual([
    `calls ${name} inside a statement; callFunction and functionOf type it from the catalogue`,
  ]),
);

test("a shape for what a function of the database answers is not written by hand", () => {
  const call = '${functionOf("app.team", [])}';
  expect(found("src/server/a/b.ts", `sql<{ id: string }>\`SELECT id FROM ${call} t\``)).toEqual([
    "writes by hand what a function of the database answers; RowOf has it from the catalogue",
  ]);
  expect(found("src/server/a/b.ts", `sql<RowOf<"app.team">>\`SELECT * FROM ${call} t\``)).toEqual([]);
});

test.each([
  ['callFunction(tx, "app.team", [])'],
  ["sql<{ name: string }>`SELECT name FROM app.companies WHERE id = app.tenant()`"],
  ['app.get("*", answer)'],
])("%s in the server calls no function of the database around its type", (text) =>
  expect(found("src/server/a/b.ts", text)).toEqual([]),
);
