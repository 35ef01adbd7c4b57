import { cloneTemplate, startCluster } from "../support/cluster.ts";
import { onSeeded, measureIsolation } from "../contracts/isolation/measure.ts";
import { explained } from "./explained.ts";
import { caughtBy } from "./judge.ts";
import { mutants } from "./mutants.ts";

/**
 * Spoils the database in every way we can think of and shows that the lints or the contract tests notice each one. Prints what came of
 * it; answers 1 when a mutant survives that tests/mutation/explained.ts does not explain. `words` are parts of names:
 * "link_attempts" spoils what concerns that table.
 */
export async function breakDatabase(words: readonly string[]): Promise<number> {
  const begun = performance.now();
  const cluster = await startCluster();
  const database = await cloneTemplate(cluster);
  const verdicts = new Map<string, string | undefined>();
  try {
    await onSeeded(database.admin, async (client) => {
      const { manifest } = await measureIsolation(client);
      const all = await mutants(client);
      const chosen = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
      for (const [done, mutant] of chosen.entries()) {
        if (done % 100 === 0) console.log(`${done} of ${chosen.length}`);
        verdicts.set(mutant.name, await caughtBy(client, manifest, mutant));
      }
    });
  } finally {
    await database.close();
    await cluster.stop();
  }

  const missed = [...verdicts.keys()].filter((name) => verdicts.get(name) === undefined);
  const survived = missed.filter((name) => !explained[name]);
  const stale = Object.keys(explained).filter((name) => words.length === 0 && !missed.includes(name));
  const caught = [...verdicts.values()].filter((verdict) => verdict !== undefined);
  for (const [by, all] of Map.groupBy(caught, (verdict) => verdict.replace(/ .*/s, "")))
    console.log(`  ${all.length} by ${by}`);
  for (const name of survived) console.log(`SURVIVED  ${name}`);
  for (const name of stale) console.log(`EXPLAINED BUT CAUGHT OR GONE  ${name}`);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const counts = [
    `${caught.length} caught`,
    `${missed.length - survived.length} explained`,
    `${survived.length} survived`,
  ];
  console.log(`${verdicts.size} mutants in ${seconds} s: ${counts.join(", ")}`);
  return survived.length > 0 || stale.length > 0 ? 1 : 0;
}
