import { randomUUID } from "node:crypto";
import { LONGEST_NAMED, readNamedDevice } from "#domain/staff/named-device.ts";
import type { NamedDevice } from "#domain/staff/named-device.ts";
import { fail } from "../../app-error.ts";
import { escapeHtml } from "../../escape-html.ts";
import { moment } from "../../mail/layout/moment.ts";
import { deviceKinds } from "../device-questions.ts";
import { nameDevice } from "../named-devices.ts";
import { backLink, button, buttonLink, form, heading } from "./html.ts";
import type { PageAnswer, PageRoute, StaffAsk, StaffPageDeps } from "./page.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Devices that one person, and one company's staff, name in a day. */
const PER_PERSON = 10;
const PER_COMPANY = 500;
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Somebody names a device of theirs that is not listed: a proposal for who keeps the list, and no record by itself. */
export function missingDeviceRoutes({ sessions, rateLimits, now }: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me/missing-device",
      access: "staff",
      answer: async ({ staff }) => await Promise.resolve(missingPage(staff, nothing, randomUUID(), "")),
    },
    {
      method: "POST",
      path: "/me/missing-device",
      access: "staff",
      fields: ["id", "kind", "name", "serial"],
      answer: async ({ staff, form: fields }) => {
        const id = fields.get("id") ?? "";
        if (!isId(id)) return fail("invalid-input");
        const { device, problem } = readNamedDevice(fields, deviceKinds);
        if (problem !== "") return { ...missingPage(staff, device, id, problem), status: 422 };
        await rateLimits.take(`staff-missing|${staff.companyId}|${staff.personId}`, PER_PERSON, DAY_SECONDS);
        await rateLimits.take(`staff-missing|${staff.companyId}`, PER_COMPANY, DAY_SECONDS);
        const at = now();
        await sessions.within(staff, (tx) => nameDevice(tx, staff, id, device, at));
        const facts = [
          ["Person", `${staff.name}, ${staff.number}`],
          ["Kind", deviceKinds[device.kind]!],
          ...(device.serial === null ? [] : [["Serial number", device.serial]]),
          ["Recorded", moment(at)],
        ].map(([term, said]) => `<dt>${term}</dt><dd>${escapeHtml(said!)}</dd>`);
        return {
          title: "Device named",
          main: `${heading(`Thank you, ${staff.name.split(/\s+/, 1)[0]!}`, `${staff.company} is asked to add it to its list.`)}
<section class="me-receipt"><h2>${escapeHtml(device.name)}</h2><dl>${facts.join("")}</dl></section>
<div class="me-acts">${buttonLink("Back to my page", "/me")}</div>`,
        };
      },
    },
  ];
}

const nothing: NamedDevice = { name: "", kind: "", serial: null };

function missingPage(
  staff: StaffAsk["staff"],
  given: NamedDevice,
  id: string,
  problem: string,
): Extract<PageAnswer, { main: string }> {
  const options = Object.entries(deviceKinds).map(
    ([kind, label]) =>
      `<label><input type="radio" name="kind" value="${kind}" required${kind === given.kind ? " checked" : ""}> <span>${escapeHtml(label)}</span></label>`,
  );
  const field = (name: string, label: string, help: string, value: string, more: string) =>
    `<div class="field"><label class="field-label" for="device-${name}">${label}</label>
<p class="field-help" id="device-${name}-help">${help}</p>
<input class="input" id="device-${name}" name="${name}" value="${escapeHtml(value)}" maxlength="${LONGEST_NAMED}" autocomplete="off" aria-describedby="device-${name}-help"${more}></div>`;
  const inside = `${problem && `<div class="me-notice" role="alert"><p>${escapeHtml(problem)}</p></div>`}
<fieldset class="me-options"><legend>What is it?</legend>${options.join("")}</fieldset>
${field("name", "Name it", "Its name, or its make and model: MacBook Air, Pixel 9.", given.name, " required")}
${field("serial", "Serial number, if you know it", "In the settings under About, or on the back.", given.serial ?? "", "")}
<div class="me-bar"><p>We record your name and the time. ${escapeHtml(staff.company)} decides whether to add it.</p>${button("Send")}</div>`;
  return {
    title: "Add a missing device",
    main: `${backLink}${heading("Add a missing device", "Name a device that you work on and that is not listed as yours.")}${form("/me/missing-device", inside, { staff, hidden: { id } })}`,
  };
}
