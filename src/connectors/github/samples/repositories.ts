import type { CheckFixtures } from "../../check.ts";
import { codeScanning, daysBefore, dependabotAlert, organization, repository, secretAlert, unread } from "./items.ts";

const unscanned = repository({ secretScanning: null, pushProtection: null });
const freeAndPrivate = [organization({ plan: "free" }), unscanned];
const archived = repository({ archived: true, secretScanning: null, pushProtection: null, dependabotAlerts: null });

export const repositoryFixtures: Readonly<Record<string, CheckFixtures>> = {
  "gh.repo.secret-scanning": {
    pass: [organization(), repository()],
    fail: [organization(), repository({ pushProtection: "disabled" })],
    unknown: [organization({ plan: null }), unscanned],
    notApplicable: freeAndPrivate,
  },
  "gh.repo.dependabot": {
    pass: [repository()],
    fail: [repository({ dependabotAlerts: false })],
    unknown: [repository({ dependabotAlerts: null })],
    notApplicable: [archived],
  },
  "gh.repo.code-scanning": {
    pass: [repository(), codeScanning()],
    fail: [repository(), codeScanning({ newestAnalysisOn: daysBefore(31).slice(0, 10) })],
    unknown: [repository(), unread(codeScanning())],
    notApplicable: [...freeAndPrivate, codeScanning({ defaultSetup: "off", newestAnalysisOn: null })],
  },
  "gh.repo.private": {
    pass: [repository(), repository({ name: "hollis-marsh/Site", private: false })],
    fail: [repository({ private: false })],
    unknown: [unread(repository())],
    notApplicable: [],
    settings: { publicRepositories: ["site"] },
  },
  "gh.alert.dependabot-age": {
    pass: [repository(), dependabotAlert(), dependabotAlert({ severity: "high", openedAt: daysBefore(30) })],
    fail: [repository(), dependabotAlert({ openedAt: daysBefore(8) })],
    unknown: [repository({ dependabotAlerts: false })],
    notApplicable: [archived, dependabotAlert({ openedAt: daysBefore(90) })],
  },
  "gh.alert.dependabot-limit": {
    pass: [repository(), dependabotAlert({ openedAt: daysBefore(8) })],
    fail: [repository(), dependabotAlert({ openedAt: daysBefore(15) })],
    unknown: [repository({ dependabotAlerts: null })],
    notApplicable: [archived, dependabotAlert({ openedAt: daysBefore(90) })],
  },
  "gh.alert.secret-age": {
    pass: [repository(), secretAlert()],
    fail: [repository(), secretAlert({ openedAt: daysBefore(2) })],
    unknown: [repository({ secretScanning: "disabled" })],
    notApplicable: freeAndPrivate,
  },
  "gh.alert.secret-limit": {
    pass: [repository(), secretAlert({ openedAt: daysBefore(2) })],
    fail: [organization(), repository({ secretScanning: "disabled" })],
    unknown: [organization({ plan: null }), unscanned],
    notApplicable: freeAndPrivate,
  },
};
