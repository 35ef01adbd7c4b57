import type { Json, StepContext } from "../../connector.ts";
import type { Repository } from "../kinds.ts";

/** A repository that later steps ask about. */
export interface ReadRepository extends Repository {
  /** GitHub's number of it. */
  readonly id: string;
  /** When it was listed. */
  readonly seenAt: string;
}

/** Repositories that are not archived, in the order in which they were listed. */
export function readRepositories(items: StepContext["items"]): ReadRepository[] {
  return items("github.repository").flatMap((item) => {
    if (item.data === null) return [];
    const data = item.data as unknown as Repository;
    return data.archived ? [] : [{ ...data, id: item.subject.id, seenAt: item.observedAt }];
  });
}

/** What is left after the repository whose id a checkpoint names; all of them where it names none that is still there. */
export function after(cursor: Json | undefined, all: readonly ReadRepository[]): readonly ReadRepository[] {
  return all.slice(all.findIndex((item) => item.id === cursor) + 1);
}
