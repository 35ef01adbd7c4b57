import { Link } from "react-router";
import { ContactLink } from "./contact-link.tsx";
import type { LegalSection } from "./legal-section.ts";

/** The second half of the terms: what belongs to whom, what is paid, and who is liable for what. */
export const termsOfPayment: readonly LegalSection[] = [
  {
    key: "intellectual-property",
    title: "Intellectual Property",
    clauses: [
      {
        key: "ours",
        title: "What is ours",
        text: "The software, the control library, the design and the name Exhibit belong to us or to those who license them to us. You receive the right to use them as part of the service, for as long as this agreement lasts. Parts under an open license stay under that license.",
      },
      {
        key: "yours",
        title: "What is yours",
        text: "Your evidence stays yours. You allow us to store, process and show it as far as the service needs that, and for nothing else.",
      },
      {
        key: "bundles",
        title: "Bundles",
        text: "A bundle that you exported is yours to keep and to hand to anyone, also after this agreement has ended. The verifier, which every Exhibit serves, may be used and passed on with it.",
      },
      {
        key: "feedback",
        title: "Suggestions",
        text: "If you suggest how Exhibit could be better, we may use the suggestion without owing you anything for it.",
      },
    ],
  },
  {
    key: "payment",
    title: "Payment Terms",
    clauses: [
      {
        key: "prices",
        title: "Plans and prices",
        text: (
          <>
            The plans, their limits and their prices stand on the{" "}
            <Link className="link" to="/pricing">
              pricing page
            </Link>
            . Prices are flat, in US dollars, and without taxes, which are added where the law asks for them.
          </>
        ),
      },
      {
        key: "early-access",
        title: "During early access",
        text: "Nothing is charged today. Before that changes for you, we tell you the price and the day, and you pay only if you agree to a plan.",
      },
      {
        key: "advance",
        title: "In advance",
        text: "A plan is paid in advance, for a month or for a year. It is renewed for the same period until it is canceled.",
      },
      {
        key: "non-refundable",
        title: "Non-refundable",
        text: "Fees are non-refundable. A period that has begun is not repaid, in whole or in part, also when you use it less than you planned or end it early, except where the law requires a refund.",
      },
      {
        key: "cancel",
        title: "Cancel anytime",
        text: "You can cancel a plan at any time and need not say why. It then runs to the end of the period that is paid, and nothing more is charged.",
      },
      {
        key: "changes",
        title: "Price changes",
        text: "We announce a new price at least 30 days before the first period to which it applies. A period that is already paid keeps its price.",
      },
      {
        key: "late",
        title: "Late payment",
        text: "If a fee is still unpaid 30 days after we have reminded you, we may suspend the plan. Your evidence can be exported for at least another 30 days.",
      },
    ],
  },
  {
    key: "liability",
    title: "Limitation of Liability",
    clauses: [
      {
        key: "as-is",
        title: "As it is",
        text: "As far as the law allows, the service is provided as it is and as it is available, without a warranty that it is free of faults, fit for a particular purpose or enough for an audit.",
      },
      {
        key: "indirect",
        title: "Indirect damage",
        text: "As far as the law allows, we are not liable for lost profit, lost business, the outcome of an audit or a proceeding, or other indirect damage, even if it could be foreseen.",
      },
      {
        key: "limit",
        title: "The limit",
        text: "As far as the law allows, our liability for everything that arises from this agreement is limited to what you paid us in the 12 months before the event, or to 100 US dollars if that is more.",
      },
      {
        key: "exceptions",
        title: "What is not limited",
        text: "Nothing here limits liability for intent, fraud, death or injury, or anything else that the law does not allow to be limited. Rights that a law gives to consumers stay as they are.",
      },
      {
        key: "indemnity",
        title: "Claims of others",
        text: "If someone makes a claim against us because of what you filed or because you broke these terms, you pay our reasonable costs. We tell you about such a claim immediately and let you take part in the defense.",
      },
    ],
  },
  {
    key: "changes",
    title: "Changes to Terms",
    clauses: [
      {
        key: "notice",
        title: "Notice",
        text: "When these terms change, so does the date at their head. A change that takes something away from you is announced on this page at least 30 days before it applies, unless a law gives us less time.",
      },
      {
        key: "consent",
        title: "Your choice",
        text: "If you go on using the service after that day, you accept the change. If you do not want it, you can end the agreement before, export your evidence, and owe nothing for the time after.",
      },
      {
        key: "severability",
        title: "If a clause does not hold",
        text: "If a clause cannot be enforced, the others stay in force.",
      },
    ],
  },
  {
    key: "contact",
    title: "Contact",
    clauses: [
      {
        key: "us",
        title: "How to reach us",
        text: (
          <>
            Questions about these terms are answered by the people who operate Exhibit.{" "}
            <ContactLink subject="Terms of Service">Contact us</ContactLink>. A message counts as notice to us when we
            have confirmed that we have it.
          </>
        ),
      },
    ],
  },
];
