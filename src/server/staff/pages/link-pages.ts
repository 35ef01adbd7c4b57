import { emailAddress } from "#contract/fields.ts";
import { escapeHtml } from "../../escape-html.ts";
import { staffStartPath } from "../../auth/single-sign-on.ts";
import { MOST_COMPANIES } from "../../auth/answer-staff-request.ts";
import { button, buttonLink, form, heading } from "./html.ts";
import type { PageAnswer, PageRoute, StaffPageDeps } from "./page.ts";

export const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text);

/** How staff come in: a page that a mailed link opens, a button that uses it up, and a new link for one that is no good. */
export function linkRoutesOfStaff({
  sessions,
  askForLink,
  addressOfLink,
  providers,
}: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me/link",
      access: "anyone",
      answer: async ({ query }) => {
        const several = query.getAll("token").filter(isToken).slice(0, MOST_COMPANIES);
        if (several.length > 1) return await choicePage(sessions, several);
        const token = query.get("token") ?? undefined;
        const link = isToken(token) ? await sessions.look(token) : undefined;
        if (!isToken(token) || !link) return askPage("This link does not work", { status: 404, providers });
        const { state, company, name } = link;
        if (state !== "open") return renewPage(state, token, company);
        return {
          title: company,
          company,
          main: `${heading(`Hello, ${firstOf(name)}`, `${company} asks you to finish some training and policies.`)}
<p class="me-note">This link works once. It signs you in on this device for 12 hours.</p>
${form("/me/link", button("Open my page"), { hidden: { link: token } })}`,
        };
      },
    },
    {
      method: "POST",
      path: "/me/link",
      access: "anyone",
      fields: ["link"],
      answer: async ({ form: fields, address, userAgent }) => {
        const token = fields.get("link");
        if (!isToken(token)) return askPage("This link does not work", { status: 404, providers });
        const cookie = await sessions.open(token, { address, userAgent });
        if (cookie !== undefined) return { goTo: "/me", cookie };
        const link = await sessions.look(token);
        return link
          ? renewPage(link.state, token, link.company)
          : askPage("This link does not work", { status: 404, providers });
      },
    },
    {
      method: "POST",
      path: "/me/link/new",
      access: "anyone",
      fields: ["link", "email"],
      answer: async ({ form: fields }) => {
        const token = fields.get("link");
        const typed = emailAddress.safeParse(fields.get("email") ?? "");
        if (token === undefined && !typed.success)
          return askPage("Ask for a link", {
            status: 400,
            providers,
            typed: fields.get("email") ?? "",
            problem: typed.error.issues[0]!.message,
          });
        const email = token === undefined ? typed.data : isToken(token) ? await addressOfLink(token) : null;
        if (email) await askForLink(email.toLowerCase());
        return sentPage;
      },
    },
    {
      method: "POST",
      path: "/me/sign-out",
      access: "staff",
      answer: async ({ cookie }) => ({ goTo: "/me", cookie: await sessions.end(cookie) }),
    },
  ];
}

const firstOf = (name: string) => name.split(/\s+/, 1)[0]!;

/** The companies that list an address which a provider proved: each is opened by its button. */
async function choicePage(sessions: StaffPageDeps["sessions"], tokens: readonly string[]): Promise<PageAnswer> {
  const links = await Promise.all(tokens.map(async (token) => ({ token, link: await sessions.look(token) })));
  const items = links.flatMap(({ token, link }) =>
    link?.state === "open"
      ? [
          `<li><h3>${escapeHtml(link.company)}</h3><p>${escapeHtml(link.name)}</p>${form("/me/link", button(`Open my page at ${link.company}`, "secondary"), { hidden: { link: token } })}</li>`,
        ]
      : [],
  );
  if (items.length === 0) return { goTo: "/me?problem=single-sign-on-failed" };
  return {
    title: "Choose a company",
    main: `${heading("Choose a company", "More than one company lists your address.")}<ul class="me-list">${items.join("")}</ul>`,
  };
}

interface Asking {
  readonly status?: number;
  readonly typed?: string;
  readonly problem?: string;
  /** Why a provider did not let them in. */
  readonly refused?: string;
  readonly providers: StaffPageDeps["providers"];
}

/** What is said to whoever has no session. */
export function askPage(title: string, { status = 200, typed = "", problem, refused, providers }: Asking): PageAnswer {
  const wrong =
    problem === undefined ? "" : `<p class="field-error" id="email-error"><span>${escapeHtml(problem)}</span></p>`;
  const field = `<div class="field"><label class="field-label" for="email">Work email</label><input class="input" id="email" name="email" type="email" autocomplete="email" required value="${escapeHtml(typed)}"${problem === undefined ? "" : ' aria-invalid="true" aria-describedby="email-error" autofocus'}>${wrong}</div>`;
  const ways = providers.map(({ key, name }) => buttonLink(`Continue with ${name}`, staffStartPath(key), "secondary"));
  const said =
    refused === undefined ? "" : `<p class="field-error" role="alert"><span>${escapeHtml(refused)}</span></p>`;
  const byProvider =
    ways.length === 0 ? "" : `<h2>Or sign in with your work account</h2><div class="me-acts">${ways.join("")}</div>`;
  return {
    title,
    status,
    main: `${heading(title, "Your company sends you a link by email. If you have none, or it no longer works, ask for a new one.")}
${said}${form("/me/link/new", field + button("Email me a link"), { className: "me-form" })}${byProvider}`,
  };
}

function renewPage(state: string, token: string, company: string): PageAnswer {
  const why =
    state === "used"
      ? "It was used before. Each link works once."
      : "It is older than 7 days, or you were sent a newer one.";
  return {
    title: "This link no longer works",
    status: 410,
    company,
    main: `${heading("This link no longer works", why)}
<p class="me-note">We can send a new one to the address that got this link, and to no other.</p>
${form("/me/link/new", button("Send a new link"), { hidden: { link: token } })}`,
  };
}

/** The same for every address, known or not. */
const sentPage: PageAnswer = {
  title: "Check your email",
  main: `${heading("Check your email", "If a company lists this address as a work email, a new link is on its way. It works once, for 7 days.")}
<p class="me-note">Nothing came? Look in the spam folder, or ask the person who sends you these links which address they have for you.</p>`,
};
