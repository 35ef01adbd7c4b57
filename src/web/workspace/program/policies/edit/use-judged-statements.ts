import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "#web/api.ts";
import { useWorkspace } from "../../../company-context.tsx";
import type { BoundStatement } from "../policies.ts";
import { documentFrom } from "./markdown.ts";
import { promiseOf, statementsIn } from "./statements-in.ts";
import type { PlacedStatement } from "./statements-in.ts";

const promisesOf = (text: string): ReadonlySet<string> => new Set(statementsIn(documentFrom(text)).map(promiseOf));

export interface Judged {
  /** What checks say; undefined while that is asked. */
  readonly statements: readonly BoundStatement[] | undefined;
  /** Whether that is about this sentence. What was written since nothing has decided. */
  readonly isAbout: (statement: PlacedStatement) => boolean;
}

/** What checks say of the statements of a version as it was saved last. */
export function useJudgedStatements(versionId: string, savedText: string): Judged {
  const { company } = useWorkspace();
  const { data, dataUpdatedAt, isFetchedAfterMount } = useQuery(
    // What the reading page was told may be of an older text.
    api.policies.statements.queryOptions({ input: { companyId: company.id, versionId }, refetchOnMount: "always" }),
  );
  const [judged, setJudged] = useState<Judged>({ statements: undefined, isAbout: () => false });
  const saved = useRef(savedText);
  useEffect(() => void (saved.current = savedText), [savedText]);
  useEffect(() => {
    if (!isFetchedAfterMount) return;
    const promises = promisesOf(saved.current);
    setJudged({ statements: data, isAbout: (statement) => promises.has(promiseOf(statement)) });
  }, [data, dataUpdatedAt, isFetchedAfterMount]);
  return judged;
}
