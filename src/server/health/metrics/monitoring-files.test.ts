import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

const read = (name: string) => readFileSync(`deploy/monitoring/${name}`, "utf8");

/** Names of what a process tells; of a histogram also those of its lines. */
async function toldNames(): Promise<ReadonlySet<string>> {
  const databases = {} as Parameters<typeof openMetrics>[0]["databases"];
  const metrics = openMetrics({ databases } as Parameters<typeof openMetrics>[0]);
  metrics.answered("session.current", 200, 0.01);
  const { text } = await metrics.write();
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
}

test("the dashboard and the alert rules ask for nothing that is not told", async () => {
  const told = await toldNames();
  const asked = ["alerts.yaml", "grafana.json"].flatMap((name) => [
    ...read(name).matchAll(/\b(?:exhibit|nodejs|process)_[a-z0-9_]+/g),
  ]);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.map(([name]) => name).filter((name) => !told.has(name))).toEqual([]);
});

test("a database that does not answer is said, and leaves what a process counts of itself", async () => {
  const databases = {} as Parameters<typeof openMetrics>[0]["databases"];
  const { text } = await openMetrics({ databases } as Parameters<typeof openMetrics>[0]).write();
  expect(text).toMatch(/^exhibit_up 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
});
