import type { Reading, Table } from "#domain/facts/reading.ts";
import { Fact } from "#domain/facts/fact.ts";
import { everyOf, someOf } from "#domain/facts/population.ts";
import type { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import { observed } from "../../facts.ts";
import type { Member } from "../../facts.ts";
import { unitsOf } from "./units.ts";

type Declared = Pick<ConnectorCheck, "id" | "version" | "title" | "severity" | "hint"> & {
  readonly answers: readonly string[];
  readonly setting: string;
  readonly wanted: string;
  readonly look: (value: Reading, now: Date) => readonly [truth: Truth, observed: string];
};

const company = (setting: string) => ({
  type: "organizational unit",
  id: `${setting}@`,
  label: "the whole company",
});

/** A check over one setting, for the whole company and for each unit and group that departs from it. */
function overSetting({ setting, wanted, look, ...about }: Declared): ConnectorCheck {
  return {
    ...about,
    steps: ["policies"],
    judge: (facts) => {
      const units = unitsOf(facts, setting);
      const shown = observed(company(setting), units.whole, {
        observed: `no setting ${setting} was shown for the company`,
        wanted,
      });
      const seen = units.members.map(({ resource, data }) => {
        const [truth, words] = look(data.at("value"), facts.now);
        return observed(resource, truth, { observed: words, wanted });
      });
      return units.whole.say({ yes: seen, no: [...seen, { ...shown, outcome: "unknown" }], unknown: [...seen, shown] });
    },
  };
}

const flag = (value: Reading, name: string) => value.at(name).flag();
const onOrOff = (fact: Fact<boolean>): string => fact.say((on) => (on ? "on" : "off"));

/** Seconds of a duration as Google writes it: "43200s". Any other unit is malformed. */
const seconds = (value: Reading, name: string): Fact<number> =>
  value
    .at(name)
    .text()
    .map((text) => {
      const whole = /^(\d+)(?:\.\d+)?s$/.exec(text)?.[1];
      if (whole === undefined) throw new Error("no duration in seconds");
      return Number(whole);
    });
/** A whole number, which Google may write as text. */
const wholeNumber = (value: Reading, name: string): Fact<number> => {
  const text = value.at(name).text();
  const asText = text.map((digits) => {
    if (!/^\d+$/.test(digits)) throw new Error("no whole number");
    return Number(digits);
  });
  return text.exists().say({ yes: asText, no: asText, unknown: value.at(name).number() });
};

/** 0 is Google's way to say that a session never ends. */
const endsWithin = (session: Fact<number>, hours: number) => session.holds((own) => own > 0 && own <= hours * 3_600);
const inHours = (session: Fact<number>): string =>
  session.say((own) => (own === 0 ? "sessions do not end" : `${Number((own / 3_600).toFixed(1))} hours`));

const STRENGTHS: Table<"strong" | "weak"> = { STRONG: "strong", WEAK: "weak" };
/** developers.google.com/cloud-identity: what is not listed, as an unspecified mode, does not say. */
const SHARING: Table<"free" | "restricted"> = {
  ALLOWED: "free",
  ALLOWLISTED_DOMAINS: "restricted",
  DISALLOWED: "restricted",
};

/** What the Admin console is set to. */
export const policies: readonly ConnectorCheck[] = [
  overSetting({
    id: "gws.policy.2sv-enforced",
    version: 2,
    title: "2-step verification is enforced for the root organizational unit",
    severity: "high",
    hint: "Set an enforcement date in Security > 2-step verification.",
    answers: ["auth.mfa-enforced/policy"],
    setting: "security.two_step_verification_enforcement",
    wanted: "enforced",
    look: (value, now) => {
      const from = value.at("enforcedFrom").instant();
      // The beginning of time, and a time to come, both mean that it is not enforced now.
      return [
        from.holds((at) => at.getTime() > 0 && at <= now),
        from.say((at) => (at.getTime() <= 0 ? "not enforced" : `enforced from ${at.toISOString().slice(0, 10)}`)),
      ];
    },
  }),
  overSetting({
    id: "gws.policy.password",
    version: 2,
    title: "Passwords have at least 12 characters and are enforced as strong",
    severity: "medium",
    hint: "Change the password policy.",
    // The length and what may be used again are parts of their own, and strength is none.
    answers: [],
    setting: "security.password",
    wanted: "12 characters, strong, none used again",
    look: (value) => {
      const [length, strength, reuse] = [
        wholeNumber(value, "minimumLength"),
        value.at("allowedStrength").oneOf(STRENGTHS),
        flag(value, "allowReuse"),
      ];
      return [
        length.atLeast(12).and(strength.is("strong"), reuse.is(false)),
        `${length.say(String)} characters, ${strength.say(String)}, reuse ${reuse.say((is) => (is ? "allowed" : "refused"))}`,
      ];
    },
  }),
  overSetting({
    id: "gws.policy.password-length",
    version: 1,
    title: "Passwords have at least 12 characters",
    severity: "medium",
    hint: "Raise the minimum length in the password policy.",
    answers: ["auth.password-rules/length"],
    setting: "security.password",
    wanted: "12 characters",
    look: (value) => {
      const length = wholeNumber(value, "minimumLength");
      return [length.atLeast(12), `${length.say(String)} characters`];
    },
  }),
  overSetting({
    id: "gws.policy.password-reuse",
    version: 1,
    title: "Passwords cannot be used again",
    severity: "medium",
    hint: "Turn off password reuse in the password policy.",
    answers: ["auth.password-rules/history"],
    setting: "security.password",
    wanted: "none used again",
    look: (value) => {
      const reuse = flag(value, "allowReuse");
      return [reuse.is(false), `reuse ${reuse.say((is) => (is ? "allowed" : "refused"))}`];
    },
  }),
  overSetting({
    id: "gws.policy.session",
    version: 2,
    title: "Web sessions last at most 24 hours",
    severity: "low",
    hint: "Shorten session length.",
    answers: ["auth.session-limit/everyone"],
    setting: "security.session_controls",
    wanted: "at most 24 hours",
    look: (value) => {
      const session = seconds(value, "webSessionDuration");
      return [endsWithin(session, 24), inHours(session)];
    },
  }),
  {
    id: "gws.policy.admin-session",
    version: 1,
    title: "Web sessions of administrators last at most 12 hours",
    severity: "medium",
    hint: "Shorten session length in the units that administrators are in.",
    answers: ["auth.session-limit/administrators"],
    steps: ["policies"],
    judge: (facts) => {
      const units = unitsOf(facts, "security.session_controls");
      const short = ({ data }: Member) => endsWithin(seconds(data.at("value"), "webSessionDuration"), 12);
      // Which unit an administrator is in is not read: only what all of them have in common is known of administrators.
      const notKnown = Fact.unread<true>("not asked", ["units of administrators"]).exists();
      const truth = everyOf(units, short).or(someOf(units, short).and(notKnown));
      return [
        observed(company("security.session_controls"), truth, {
          observed: truth.say({
            yes: "at most 12 hours in every unit",
            no: "longer than 12 hours in every unit",
            unknown: "which units administrators are in, and how long their sessions last there, was not read",
          }),
          wanted: "at most 12 hours",
        }),
      ];
    },
  },
  overSetting({
    id: "gws.policy.admin-recovery",
    version: 2,
    title: "Super admin self-recovery is off",
    severity: "medium",
    hint: "Turn off super admin account recovery.",
    // The benchmark is more than some settings.
    answers: [],
    setting: "security.super_admin_account_recovery",
    wanted: "off",
    look: (value) => {
      const on = flag(value, "enableAccountRecovery");
      return [on.is(false), onOrOff(on)];
    },
  }),
  overSetting({
    id: "gws.policy.drive-sharing",
    version: 2,
    title: "Drive sharing outside the company is restricted",
    severity: "high",
    hint: "Restrict sharing to allow-listed domains.",
    answers: ["confidentiality.external-sharing/files"],
    setting: "drive_and_docs.external_sharing",
    wanted: "off, or to allow-listed domains",
    look: (value) => {
      const mode = value.at("externalSharingMode").oneOf(SHARING);
      return [mode.is("restricted"), mode.say((own) => (own === "restricted" ? "restricted" : "allowed"))];
    },
  }),
  overSetting({
    id: "gws.policy.auto-forward",
    version: 2,
    title: "Automatic forwarding of mail is off",
    severity: "medium",
    hint: "Disable automatic forwarding.",
    answers: ["confidentiality.external-sharing/forwarding"],
    setting: "gmail.auto_forwarding",
    wanted: "off",
    look: (value) => {
      const on = flag(value, "enableAutoForwarding");
      return [on.is(false), onOrOff(on)];
    },
  }),
];
