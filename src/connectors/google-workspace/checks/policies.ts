import type { ConnectorCheck } from "../../check.ts";
import { eachItem } from "../../each-item.ts";
import type { Judged } from "../../each-item.ts";
import type { Data } from "../kinds.ts";

type Value = Data<"gws.policy">["value"];
type Declared = Pick<ConnectorCheck, "id" | "title" | "severity" | "hint" | "serves"> & {
  readonly setting: string;
  readonly wanted: string;
  /** Undefined where the setting lacks what decides. */
  readonly look: (value: Value, now: Date) => Judged;
};

const missing = (name: string): Judged => [undefined, `the setting has no ${name}`];

/** A check over one setting, for the whole company and for each unit and group that departs from it. */
function overSetting({ setting, wanted, look, ...about }: Declared): ConnectorCheck {
  return {
    ...about,
    version: 1,
    steps: ["policies"],
    judge: (facts) => {
      const seen = eachItem<Data<"gws.policy">>(facts, "gws.policy", wanted, (policy) =>
        policy.setting === setting ? look(policy.value, facts.now) : undefined,
      );
      // Google names every setting for the root: one that is absent was not shown, and is not off.
      const company = { type: "organizational unit", id: `${setting}@`, label: "the whole company" };
      return seen.length > 0
        ? seen
        : [{ resource: company, outcome: "unknown", observed: `no setting ${setting} was shown`, wanted }];
    },
  };
}

/** What the Admin console is set to. */
export const policies: readonly ConnectorCheck[] = [
  overSetting({
    id: "gws.policy.2sv-enforced",
    title: "2-step verification is enforced for the root organizational unit",
    severity: "high",
    hint: "Set an enforcement date in Security > 2-step verification.",
    serves: ["auth.mfa-enforced"],
    setting: "security.two_step_verification_enforcement",
    wanted: "enforced",
    look: ({ enforcedFrom }, now) => {
      if (typeof enforcedFrom !== "string") return missing("enforcedFrom");
      const from = Date.parse(enforcedFrom);
      if (Number.isNaN(from)) return [undefined, `enforced from ${enforcedFrom}`];
      // The beginning of time, and a time to come, both mean that it is not enforced now.
      if (from <= 0) return [false, "not enforced"];
      return [from <= now.getTime(), `enforced from ${enforcedFrom.slice(0, 10)}`];
    },
  }),
  overSetting({
    id: "gws.policy.password",
    title: "Passwords have at least 12 characters and are enforced as strong",
    severity: "medium",
    hint: "Change the password policy.",
    serves: ["auth.password-rules"],
    setting: "security.password",
    wanted: "12 characters, strong, none used again",
    look: ({ minimumLength, allowedStrength, allowReuse }) => {
      // int32 values may come as text.
      const length = Number(minimumLength);
      if (minimumLength === undefined || Number.isNaN(length)) return missing("minimumLength");
      if (allowedStrength === undefined || allowReuse === undefined) return missing("allowedStrength or allowReuse");
      const passes = length >= 12 && allowedStrength === "STRONG" && allowReuse === false;
      return [
        passes,
        `${length} characters, ${String(allowedStrength).toLowerCase()}, reuse ${allowReuse === true ? "allowed" : "refused"}`,
      ];
    },
  }),
  overSetting({
    id: "gws.policy.session",
    title: "Web sessions last at most 24 hours",
    severity: "low",
    hint: "Shorten session length.",
    serves: ["auth.session-limit"],
    setting: "security.session_controls",
    wanted: "at most 24 hours",
    look: ({ webSessionDuration }) => {
      const seconds = /^(\d+)(\.\d+)?s$/.exec(String(webSessionDuration))?.[1];
      if (seconds === undefined) return missing("webSessionDuration");
      const hours = Number(seconds) / 3_600;
      // 0 is Google's way to say that a session never ends.
      return [hours > 0 && hours <= 24, hours === 0 ? "sessions do not end" : `${Number(hours.toFixed(1))} hours`];
    },
  }),
  overSetting({
    id: "gws.policy.admin-recovery",
    title: "Super admin self-recovery is off",
    severity: "medium",
    hint: "Turn off super admin account recovery.",
    serves: ["config.baseline"],
    setting: "security.super_admin_account_recovery",
    wanted: "off",
    look: ({ enableAccountRecovery: on }) =>
      typeof on === "boolean" ? [!on, on ? "on" : "off"] : missing("enableAccountRecovery"),
  }),
  overSetting({
    id: "gws.policy.drive-sharing",
    title: "Drive sharing outside the company is restricted",
    severity: "high",
    hint: "Restrict sharing to allow-listed domains.",
    serves: ["confidentiality.external-sharing"],
    setting: "drive_and_docs.external_sharing",
    wanted: "not allowed freely, or with a warning and without publishing",
    look: ({ externalSharingMode: mode, warnForExternalSharing: warns, allowPublishingFiles: publishes }) => {
      if (typeof mode !== "string") return missing("externalSharingMode");
      if (mode !== "ALLOWED") return [true, mode.toLowerCase().replaceAll("_", " ")];
      if (warns === undefined || publishes === undefined)
        return missing("warnForExternalSharing or allowPublishingFiles");
      return [
        warns === true && publishes === false,
        `allowed, ${warns === true ? "with" : "without"} a warning, publishing ${publishes === true ? "allowed" : "refused"}`,
      ];
    },
  }),
  overSetting({
    id: "gws.policy.auto-forward",
    title: "Automatic forwarding of mail is off",
    severity: "medium",
    hint: "Disable automatic forwarding.",
    serves: ["confidentiality.external-sharing"],
    setting: "gmail.auto_forwarding",
    wanted: "off",
    look: ({ enableAutoForwarding: on }) =>
      typeof on === "boolean" ? [!on, on ? "on" : "off"] : missing("enableAutoForwarding"),
  }),
];
