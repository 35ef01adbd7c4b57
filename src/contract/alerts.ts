import * as z from "zod";
import { change, query } from "./endpoint.ts";
import { controlId, day, exhibitNumber, id, instant } from "./fields.ts";

export const alert = z.strictObject({
  id,
  /** failing: a control fails. expired: one that passed needs evidence again. expiring: one will soon. */
  kind: z.enum(["failing", "expired", "expiring"]),
  control: z.strictObject({ id: controlId, title: z.string() }),
  /** What was found, in one sentence. */
  reason: z.string(),
  beganAt: instant,
  /** Null while it is open. */
  endedAt: instant.nullable(),
  /** When what the control rests on is too old to count, and its number: of one that is expiring. */
  expiresAt: instant.nullable(),
  exhibit: exhibitNumber.nullable(),
  acknowledged: z.strictObject({ by: z.string(), at: instant }).nullable(),
  /** Until when the caller is mailed nothing about this control. */
  mutedUntil: instant.nullable(),
});

export const alerts = {
  open: query({
    access: "alerts.read",
    path: "/companies/{companyId}/alerts/open",
    summary: "What needs looking after now, the gravest first, and what ended lately",
    input: z.strictObject({ companyId: id }),
    output: z.strictObject({
      /** How many are open, listed or not. */
      count: z.number().int(),
      open: z.array(alert),
      recent: z.array(alert),
    }),
  }),
  list: query({
    access: "alerts.read",
    path: "/companies/{companyId}/alerts",
    summary: "All alerts of a company, newest first, a page at a time",
    input: z.strictObject({
      companyId: id,
      after: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    output: z.strictObject({
      alerts: z.array(alert),
      /** Give it as `after` for the next page; null at the end. */
      next: z.string().nullable(),
    }),
    fails: ["not-found"],
  }),
  acknowledge: change({
    access: "alerts.acknowledge",
    path: "/companies/{companyId}/alerts/{alertId}/acknowledge",
    summary: "Say that one looks after an alert",
    records: "alert.acknowledged",
    input: z.strictObject({ companyId: id, alertId: id }),
    output: alert,
    fails: ["not-found"],
  }),
  mute: change({
    access: "alerts.choose",
    path: "/companies/{companyId}/controls/{controlId}/mute",
    summary: "Be mailed nothing about a control until a day, which begins at midnight UTC; null: be mailed again",
    records: "alert.muted",
    input: z.strictObject({ companyId: id, controlId, until: day.nullable() }),
    output: z.strictObject({ mutedUntil: instant.nullable() }),
    fails: ["not-found"],
  }),
};
