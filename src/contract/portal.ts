import * as z from "zod";
import { portalColors } from "#domain/portal-colors.ts";
import { publicEndpoint, change, query } from "./endpoint.ts";
import { controlId, emailAddress, frameworkKey, id, instant, shortText } from "./fields.ts";

/** A control that passes now, as far as anybody may know. */
const claim = z.strictObject({
  id: controlId,
  title: z.string(),
  /** What the control asks for, in a sentence. */
  statement: z.string(),
  domain: z.string(),
  /** When what it rests on was last observed or filed. */
  asOf: instant.nullable(),
  /** When that is too old to count, unless something newer comes. */
  until: instant,
  /** What decided it, in words: "4 by machine, 1 by a person, 2 documents". */
  basis: z.string(),
});

/** How the files begin that a logo may be, in base64: their signatures. */
const pictures: Readonly<Record<string, RegExp>> = {
  png: /^iVBORw0KGgo/,
  jpeg: /^\/9j\//,
  webp: /^UklGR[A-Za-z0-9+/]{6}XRUJQ/,
};
/** 64 KB as a data URI. */
const MOST_LOGO = 90_000;

/** A picture of 64 KB at most as a data URI; one that can hold no script. */
const logo = z
  .string()
  .max(MOST_LOGO, "Please choose a picture of 64 KB at most")
  .refine((uri) => {
    const found = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]{16,}={0,2})$/.exec(uri);
    return found !== null && pictures[found[1]!]!.test(found[2]!);
  }, "Please choose a PNG, JPEG or WebP picture");

const settings = z.strictObject({
  isOn: z.boolean(),
  title: shortText("Please enter a title"),
  introduction: z
    .string()
    .trim()
    .max(1_500, "Please use at most 1500 characters")
    .refine((text) => /^[^\p{Cc}]*$/u.test(text.replace(/[\r\n\t]/g, " ")), "Please remove control characters"),
  /** Whom visitors may write to for a report. */
  contact: emailAddress.nullable(),
  /** Whether search engines may list it. */
  listed: z.boolean(),
  controls: z.array(controlId).max(100),
  frameworks: z.array(frameworkKey).max(20),
  color: z.enum(portalColors),
  /** A data URI; null for the company's initials. */
  logo: z.string().nullable(),
});

/** Controls that pass now of those asked for, and nothing about the others. */
const claims = z.strictObject({ claims: z.array(claim) });

export const portal = {
  read: publicEndpoint({
    method: "GET",
    path: "/portal/{slug}",
    summary: "What a company says of itself in public: chosen controls that pass now, from evidence that still counts",
    input: z.strictObject({ slug: z.string().max(200) }),
    output: claims.extend({
      company: z.string(),
      title: z.string(),
      introduction: z.string(),
      contact: z.string().nullable(),
      listed: z.boolean(),
      frameworks: z.array(z.strictObject({ key: frameworkKey, name: z.string() })),
      color: z.enum(portalColors),
      logo: z.string().nullable(),
      /** What decided all claims together, in words. */
      basis: z.string(),
      /** Each time the ledger behind it began again, in a sentence. */
      losses: z.array(z.string()),
      at: instant,
    }),
    fails: ["not-found"],
    perMinute: 60,
  }),
  get: query({
    access: "portal.manage",
    path: "/companies/{companyId}/portal",
    summary: "The settings of the company's portal",
    input: z.strictObject({ companyId: id }),
    output: settings,
  }),
  preview: query({
    method: "POST",
    access: "portal.manage",
    path: "/companies/{companyId}/portal/preview",
    summary: "What the portal would claim now with these controls",
    input: z.strictObject({ companyId: id, controls: settings.shape.controls }),
    output: claims,
  }),
  set: change({
    method: "PATCH",
    access: "portal.manage",
    path: "/companies/{companyId}/portal",
    summary: "Turn the portal on or off, and choose what it says",
    records: "portal.changed",
    // How it looks stays as it is where it is not said.
    input: settings.extend({
      companyId: id,
      color: settings.shape.color.optional(),
      logo: logo.nullable().optional(),
    }),
    output: settings,
  }),
};
