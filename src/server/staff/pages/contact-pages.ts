import { CONTACT_LINK_DAYS } from "#domain/registers/contact-test.ts";
import { button, form, heading } from "./html.ts";
import { isToken } from "./link-pages.ts";
import type { PageAnswer, PageRoute, StaffPageDeps } from "./page.ts";

/** The page of a link that was mailed to a published contact for security reports: its button, and nothing else, records the answer. */
export function contactRoutes({ contactLinks }: StaffPageDeps): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: "/me/contact",
      access: "anyone",
      answer: async ({ query }) => {
        const token = query.get("token") ?? undefined;
        const link = isToken(token) ? await contactLinks.look(token) : undefined;
        if (!isToken(token) || !link) return unknownPage;
        const { state, company } = link;
        if (state !== "open") return closedPage(state, company);
        return {
          title: company,
          company,
          main: `${heading("Did this message reach you?", `${company} tests its published contact for security reports.`)}
<p class="me-note">If you press the button, we record that this message arrived, and when. We record nothing about you.</p>
${form("/me/contact", button("It Arrived"), { hidden: { link: token } })}`,
        };
      },
    },
    {
      method: "POST",
      path: "/me/contact",
      access: "anyone",
      fields: ["link"],
      answer: async ({ form: fields }) => {
        const token = fields.get("link");
        if (!isToken(token)) return unknownPage;
        await contactLinks.answer(token);
        const link = await contactLinks.look(token);
        return link ? closedPage(link.state, link.company) : unknownPage;
      },
    },
  ];
}

const unknownPage: PageAnswer = {
  title: "This link does not work",
  status: 404,
  main: heading("This link does not work", "Check that the address is whole, as the email has it."),
};

/** The same however often somebody answers. */
const closedPage = (state: string, company: string): PageAnswer =>
  state === "answered"
    ? {
        title: "Thank you",
        company,
        main: heading("Thank you", `${company} now knows that its contact for security reports is read.`),
      }
    : {
        title: "This link no longer works",
        status: 410,
        company,
        main: heading(
          "This link no longer works",
          `It was for ${CONTACT_LINK_DAYS} days, or ${company} withdrew the test.`,
        ),
      };
