import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crosswalkPath, crosswalkText } from "./crosswalk.ts";
import { root } from "./program.ts";
import { sampleFiles } from "./sample-exhibit.ts";

test.each(Object.entries({ ...sampleFiles(), [crosswalkPath]: crosswalkText() }))(
  "%s is what the ledger's code and the library make of it",
  (path, text) => {
    expect(readFileSync(join(root, path), "utf8"), "run node scripts/sample-exhibit.ts and scripts/crosswalk.ts").toBe(
      text,
    );
  },
);
