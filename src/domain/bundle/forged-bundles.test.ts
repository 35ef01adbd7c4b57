import { expect, test } from "vitest";
import { diceOf, genuine, genuineThird, packings } from "#tests/support/forgeries.ts";
import { judge, judgeForgery } from "#tests/support/judge-forgery.ts";

test("S4: 120 forged bundles of a grammar, none accepted with the key given, none VERIFIED without it", async () => {
  for (let seed = 1; seed <= 120; seed++) expect(await judgeForgery(seed)).toEqual([]);
}, 120_000);

test("the genuine bundle is accepted, however it is packed", async () => {
  for (const [name, pack] of packings) {
    const bytes = await pack(genuine.files);
    const since = genuine.checkpointOf(1 + diceOf(bytes.length).below(7));
    expect([name, (await judge(bytes, { key: genuine.vkey, since })).exitCode]).toEqual([name, 0]);
    expect([name, (await judge(bytes, {})).exitCode]).toEqual([name, 3]);
    const third = await judge(await pack(genuineThird.files), { key: genuineThird.vkey });
    expect([name, third.exitCode]).toEqual([name, 0]);
  }
});
