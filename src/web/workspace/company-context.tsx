import { createContext, useContext } from "react";
import type * as z from "zod";
import { can } from "#domain/access.ts";
import type { CompanyAction } from "#domain/access.ts";
import type { contract } from "#contract/index.ts";
import type { Company } from "./company.ts";

export type Person = NonNullable<z.output<typeof contract.session.current.output>["user"]>;

interface Workspace {
  readonly person: Person;
  readonly company: Company;
  /** Whether the person runs this installation. */
  readonly platformAdmin: boolean;
  /** Whether the person may found companies and make projects; who was invited to companies of others may not. */
  readonly mayFound: boolean;
}

const WorkspaceContext = createContext<Workspace | null>(null);

export const WorkspaceProvider = WorkspaceContext.Provider;

/** The signed-in person and the company they are in. Screens are shown only when there are both. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error("This is shown outside of a company's workspace.");
  return workspace;
}

/** Whether the person may do something: by their role in the company, and by what bounds the account itself. */
export function useCan(action: CompanyAction): boolean {
  const { company, mayFound } = useWorkspace();
  return can(company.role, action) && (action !== "projects.create" || mayFound);
}
