import type { CheckFixtures } from "../../check.ts";
import { exceptionFor } from "../../exception-for.ts";
import { codeScanning, daysBefore, dependabotAlert, organization, repository, secretAlert, unread } from "./items.ts";

const all = organization();
const unscanned = repository({ secretScanning: null, pushProtection: null });
const archived = repository({ archived: true, secretScanning: null, pushProtection: null, dependabotAlerts: null });

export const repositoryFixtures: Readonly<Record<string, CheckFixtures>> = {
  "gh.repo.secret-scanning": {
    pass: [all, repository()],
    fail: [all, repository({ pushProtection: "disabled" })],
    // Also where the plan has none: nobody is excused from what nobody looked for.
    unknown: [organization({ plan: "free" }), unscanned],
    notApplicable: [all, archived],
  },
  "gh.repo.dependabot": {
    pass: [all, repository()],
    fail: [all, repository({ dependabotAlerts: false })],
    unknown: [all, repository({ dependabotAlerts: null })],
    notApplicable: [all, archived],
  },
  "gh.repo.code-scanning": {
    pass: [all, repository(), codeScanning()],
    fail: [all, repository(), codeScanning({ newestAnalysisOn: daysBefore(32).slice(0, 10) })],
    unknown: [all, repository(), unread(codeScanning())],
    notApplicable: [
      all,
      repository({ name: "hollis-marsh/Lab" }),
      codeScanning({ repository: "hollis-marsh/Lab", defaultSetup: "off" }),
    ],
    exceptions: [exceptionFor("not-production", "lab")],
  },
  "gh.repo.private": {
    pass: [all, repository()],
    fail: [all, repository({ private: false })],
    unknown: [organization({ repositories: "selected", repositoryCount: 2 }), repository()],
    notApplicable: [all, repository({ name: "hollis-marsh/Site", private: false })],
    exceptions: [exceptionFor("public-resource", "site")],
  },
  "gh.alert.dependabot-age": {
    pass: [all, repository(), dependabotAlert(), dependabotAlert({ severity: "high", openedAt: daysBefore(30) })],
    fail: [all, repository(), dependabotAlert({ openedAt: daysBefore(8) })],
    unknown: [all, repository({ dependabotAlerts: false })],
    notApplicable: [all, archived, dependabotAlert({ openedAt: daysBefore(90) })],
  },
  "gh.alert.dependabot-limit": {
    pass: [all, repository(), dependabotAlert({ openedAt: daysBefore(8) })],
    fail: [all, repository(), dependabotAlert({ openedAt: daysBefore(15) })],
    unknown: [all, repository({ dependabotAlerts: null })],
    notApplicable: [all, archived, dependabotAlert({ openedAt: daysBefore(90) })],
  },
  "gh.alert.secret-age": {
    pass: [all, repository(), secretAlert()],
    fail: [all, repository(), secretAlert({ openedAt: daysBefore(2) })],
    unknown: [all, repository({ secretScanning: "disabled" })],
    notApplicable: [all, archived],
  },
  "gh.alert.secret-limit": {
    pass: [all, repository(), secretAlert({ openedAt: daysBefore(2) })],
    fail: [all, repository({ secretScanning: "disabled" })],
    unknown: [organization({ plan: null }), unscanned],
    notApplicable: [all, archived],
  },
};
