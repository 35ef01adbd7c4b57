/** A check that the rules of one family of a SARIF tool stand behind. */
interface FamilyCheck {
  readonly check: string;
  readonly aspects?: readonly string[];
  readonly only?: string | undefined;
}

const code = { check: "code.static-analysis" };

/**
 * The check behind each family of rules; families that are not here, such as licenses, stay on file. Rules about
 * infrastructure in code are static analysis of it. A report is about one repository, so what asks for every repository is not
 * passed by it.
 */
export const families: Readonly<Record<string, FamilyCheck>> = {
  secrets: { check: "auth.no-secrets-in-code", aspects: ["alerts"], only: "one repository" },
  dependencies: { check: "vulns.dependencies", only: "one repository" },
  code,
  configuration: code,
};

/** The check that a family of rules decides; undefined for one that is kept on file and decides nothing. */
export function checkOfFamily(family: string): FamilyCheck | undefined {
  return Object.hasOwn(families, family) ? families[family] : undefined;
}
