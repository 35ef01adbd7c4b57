import type { ConnectorCheck } from "../../check.ts";
import { administrationChecks } from "./administration.ts";
import { passwordChecks } from "./passwords.ts";
import { peopleChecks } from "./people.ts";
import { signInChecks } from "./sign-in.ts";

export const checks: readonly ConnectorCheck[] = [
  ...signInChecks,
  ...passwordChecks,
  ...peopleChecks,
  ...administrationChecks,
];
