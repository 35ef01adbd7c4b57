import type { Checkpoint, Connector, EvidenceItem, Json, Step, StepContext } from "#connectors/connector.ts";
import type { Http } from "#connectors/http.ts";

/** A step whose interrupted runs brought something else than an undisturbed one. */
export interface Difference {
  readonly step: string;
  readonly checkpoint: Json;
  readonly whole: readonly string[];
  readonly resumed: readonly string[];
}

/** How many checkpoints were gone on from, and where that lost or doubled an item. */
export interface Resumed {
  readonly checkpoints: number;
  readonly differences: readonly Difference[];
}

/** Runs each step whole, and then again from behind each of its checkpoints, as after a crash. */
export async function resumeEverywhere(
  connector: Connector,
  context: { http: Http; typed: Readonly<Record<string, string>>; method: string; now: () => Date },
): Promise<Resumed> {
  const account = await connector.probe(context);
  const settings = connector.manifest.settings.parse({});
  const all: EvidenceItem[] = [];
  const differences: Difference[] = [];
  let checkpoints = 0;
  const items = (kind: string) => all.filter((item) => item.kind === kind);
  for (const step of connector.steps) {
    const base = { ...context, account, settings, items };
    const emitted = await collected(step, { ...base, cursor: undefined });
    const whole = names(emitted);
    for (const [index, entry] of emitted.entries()) {
      if (!("checkpoint" in entry)) continue;
      checkpoints += 1;
      const rest = await collected(step, { ...base, cursor: entry.checkpoint });
      const resumed = [...names(emitted.slice(0, index)), ...names(rest)];
      if (JSON.stringify(resumed) !== JSON.stringify(whole))
        differences.push({ step: step.id, checkpoint: entry.checkpoint, whole, resumed });
    }
    all.push(...emitted.filter((item) => "kind" in item));
  }
  return { checkpoints, differences };
}

async function collected(step: Step, context: StepContext): Promise<(EvidenceItem | Checkpoint)[]> {
  const emitted: (EvidenceItem | Checkpoint)[] = [];
  for await (const item of step.collect(context)) emitted.push(item);
  return emitted;
}

function names(emitted: readonly (EvidenceItem | Checkpoint)[]): string[] {
  return emitted.flatMap((item) =>
    "kind" in item ? [`${item.kind} ${item.subject.id} ${JSON.stringify(item.data)}`] : [],
  );
}

const PAGE = "page-of-one";

/** The same answers, one row a page, with Link headers as GitHub and Okta send them: small organizations fit on one page. */
export function onePerPage(http: Http): Http {
  return {
    send: async (request) => {
      const [path, page] = request.path.split(`${PAGE}=`);
      const answer = await http.send({ ...request, path: path!.replace(/[?&]$/, "") });
      if (answer.status !== 200) return answer;
      const body = answer.json();
      const rows = Array.isArray(body) ? (body as readonly Json[]) : undefined;
      if (!rows || rows.length < 2) return answer;
      const at = Number(page ?? 0);
      const row = [rows[at]!];
      const asked = new URLSearchParams(
        Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const whole = page === undefined && asked.size > 0 ? `${path}?${asked}` : path!;
      const next = `${whole}${whole.includes("?") ? (/[?&]$/.test(whole) ? "" : "&") : "?"}${PAGE}=${at + 1}`;
      const headers: Record<string, string> = at + 1 < rows.length ? { link: `<${next}>; rel="next"` } : {};
      const text = JSON.stringify(row);
      return { ...answer, headers, body: new TextEncoder().encode(text), json: () => row, text: () => text };
    },
  };
}
