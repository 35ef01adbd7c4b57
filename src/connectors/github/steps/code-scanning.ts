import * as z from "zod";
import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { parseAs } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import type { CodeScanning } from "../kinds.ts";
import { dayOf } from "../../day-of.ts";
import { ask, messageOf, ofRepository } from "../request.ts";
import type { ReadRepository } from "./readable.ts";
import { after, readRepositories } from "./readable.ts";

const setup = z.object({ state: z.enum(["configured", "not-configured"]) });
const analyses = z.array(z.object({ created_at: z.string() }));

/** Whether code scanning runs: GitHub's own setup, or the newest analysis that was uploaded. */
export const codeScanning: Step = {
  id: "code-scanning",
  title: "Code scanning",
  kinds: ["github.code-scanning"],
  scopes: ["administration:read", "security_events:read"],
  // Two requests a repository, for a question that is asked in days.
  everyHours: 6,
  async *collect(context) {
    for (const repository of after(context.cursor, readRepositories(context.items))) {
      yield await describe(context, repository);
      yield { checkpoint: repository.id };
    }
  },
};

async function describe({ http }: StepContext, repository: ReadRepository): Promise<EvidenceItem> {
  const kind = "github.code-scanning";
  const subject = { type: "repository", id: repository.id, label: repository.name };
  const of = { repository: repository.name, newestAnalysisOn: null };
  try {
    const path = ofRepository(repository.name, "/code-scanning/default-setup");
    const answer = await http.send(ask(path, undefined, [403]));
    if (answer.status === 403) {
      // The same status stands for a missing permission, which says nothing of the repository.
      if (/must be enabled|not enabled/i.test(messageOf(answer)))
        return item(kind, subject, { ...of, defaultSetup: "off" } satisfies CodeScanning, answer);
      return {
        kind,
        subject,
        data: null,
        observedAt: answer.at,
        gap: `403 Forbidden at ${path}, needs administration:read`,
      };
    }
    const { state } = parseAs(setup, answer.json(), path);
    const newest = state === "configured" ? null : await newestAnalysis(http, repository.name);
    const data: CodeScanning = { ...of, defaultSetup: state, newestAnalysisOn: newest };
    return item(kind, subject, data, answer);
  } catch (error) {
    return unreadable(kind, subject, error, repository.seenAt);
  }
}

async function newestAnalysis(http: StepContext["http"], name: string): Promise<string | null> {
  const path = ofRepository(name, "/code-scanning/analyses");
  const answer = await http.send(ask(path, { per_page: 1 }, [404]));
  // GitHub answers 404 "no analysis found" where none was ever uploaded.
  if (answer.status === 404) return null;
  return dayOf(parseAs(analyses, answer.json(), path)[0]?.created_at);
}
