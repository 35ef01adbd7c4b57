import type { CourseContent } from "../course.ts";

export const privacy: CourseContent = {
  key: "privacy",
  version: 1,
  sections: [
    {
      title: "What personal data is",
      blocks: [
        "Personal data is any information about a person who can be identified: a name, an email address, a customer number, a photo, a recording, a location, or the history of what somebody clicked. It does not have to be secret. It does not have to be complete, either: a job title and a town can be enough to know who is meant.",
        "Some data needs more care: health, religion, politics, union membership, sex life, origin, biometrics, criminal records, bank data, and anything about children.",
        "The data of colleagues and applicants counts in the same way as the data of customers.",
      ],
    },
    {
      title: "Use it for its purpose",
      blocks: [
        "Data is collected for a reason, and the person was told that reason. Use it for that and for nothing else. Customer addresses that were collected for deliveries are not a mailing list. A phone number for a sign-in code is not for sales calls.",
        [
          "Collect only what the task needs. What you do not have cannot be lost.",
          "Do not look up people out of curiosity, even if the system lets you.",
          "If you want to use data in a new way, ask first. Sometimes the answer is yes, after the people were told or asked.",
        ],
      ],
    },
    {
      title: "Sharing",
      blocks: [
        "Before personal data leaves the company, there must be a contract with whoever receives it, and a reason. This holds for a new online tool, too: pasting a list of customers into a free translator is sharing it with a stranger.",
        [
          "Share the fields that are needed, not the whole table.",
          "Put many recipients into Bcc, so that they do not see each other's addresses.",
          "Check names and attachments before you send.",
          "Sending data to another country can need extra steps. Ask the person who is responsible for privacy.",
        ],
      ],
    },
    {
      title: "When somebody asks about their data",
      blocks: [
        "People may ask for a copy of their data, for a correction, or for deletion. They need not use any form or any magic words. “What do you know about me?” in a support chat is such a request.",
        "The law sets a deadline: one month in Europe, 45 days in California, counted from the day the request arrives anywhere in the company. So pass it on the same day to the person who is responsible for privacy. Do not answer with data yourself: first it must be clear that the person is who they say.",
      ],
    },
    {
      title: "Keep it safe, and not for ever",
      blocks: [
        "Keep personal data in the systems that are meant for it. Exports on a laptop, lists in a chat and copies in test systems are where it is forgotten, and where it is lost.",
        "Each kind of data has a time after which it is deleted. When a project ends, delete your copies. When something is under a legal hold, do not delete it, even if its time is over.",
      ],
    },
    {
      title: "When something goes wrong",
      blocks: [
        "A breach is more than a hacker. It is also an email to the wrong person, a lost phone, a file that everybody could open, or data that was deleted by mistake.",
        "Report it at once. In Europe the company may have only 72 hours to tell the authority, and the clock begins when somebody in the company becomes aware. Others decide whether it must be told. You only need to say what happened.",
      ],
    },
  ],
  questions: [
    {
      id: "p01",
      text: "Which of these is personal data?",
      answers: [
        "All of them.",
        "A customer number with its order history.",
        "A recording of a support call.",
        "A work email address with a name in it.",
      ],
      why: "Whatever relates to a person who can be identified is personal data, whether it is secret or not.",
    },
    {
      id: "p02",
      text: "A colleague wants the delivery addresses of customers for an advertising mail. What do you say?",
      answers: [
        "Not without asking: they were collected for deliveries.",
        "Yes, the company has them anyway.",
        "Yes, if it is only one mail.",
        "Yes, if names are left out.",
      ],
      why: "Data is used for the purpose that people were told.",
    },
    {
      id: "p03",
      text: "A famous person is a customer. May you look at their record?",
      answers: ["Only if my task needs it.", "Yes, if I tell nobody.", "Yes, I have access.", "Yes, in my break."],
      why: "That the system lets you in is no reason. Access is logged, too.",
    },
    {
      id: "p04",
      text: "You plan a form for a newsletter. Which fields do you ask for?",
      answers: [
        "The email address.",
        "Email, birthday and phone, in case they are useful.",
        "Everything that fits on the page.",
        "Email and home address.",
      ],
      why: "Collect what the task needs. What you do not have cannot be lost.",
    },
    {
      id: "p05",
      text: "You found a free online tool that sorts spreadsheets. You have a list of 2,000 customers. What do you do?",
      answers: [
        "Ask first whether the tool is approved for personal data.",
        "Upload it and delete it afterwards.",
        "Upload half of it.",
        "Use it, it has a privacy policy.",
      ],
      why: "Pasting data into a tool is sharing it with the company behind it. That needs a contract.",
    },
    {
      id: "p06",
      text: "You write to 80 customers at once. Where do their addresses go?",
      answers: ["Into Bcc.", "Into To.", "Into Cc.", "Into the subject."],
      why: "In To and Cc everybody sees the addresses of all others.",
    },
    {
      id: "p07",
      text: "In a support chat somebody writes: “Tell me everything you have stored about me.” What is this?",
      answers: [
        "A request that I pass on today to the person responsible for privacy.",
        "Nothing, they did not use the form.",
        "A joke.",
        "A reason to send them their record right away.",
      ],
      why: "No form is needed. The deadline runs from the day it arrives, and identity is checked before anything is sent.",
    },
    {
      id: "p08",
      text: "From when does the deadline for such a request run?",
      answers: [
        "From the day it arrives anywhere in the company.",
        "From the day the privacy team reads it.",
        "From the first reminder.",
        "From the start of the next month.",
      ],
      why: "That is why it is passed on the same day.",
    },
    {
      id: "p09",
      text: "A project is over. You have a spreadsheet with its participants on your laptop. What do you do?",
      answers: [
        "Delete it, unless it is under a legal hold.",
        "Keep it, in case of a similar project.",
        "Move it to a private drive.",
        "Send it to the participants.",
      ],
      why: "Copies are where data is forgotten and lost.",
    },
    {
      id: "p10",
      text: "A tester asks for a copy of real customer data. What is better?",
      answers: [
        "Made-up data.",
        "Real data, but only of last year.",
        "Real data on an encrypted stick.",
        "Real data without passwords.",
      ],
      why: "Test systems have fewer protections and more people who see them.",
    },
    {
      id: "p11",
      text: "Which of these is a breach to report?",
      answers: [
        "All of them.",
        "A list that was emailed to the wrong person.",
        "A phone with work email that was lost.",
        "A folder that anybody with the link could open.",
      ],
      why: "A breach is any loss, change or disclosure that should not have happened.",
    },
    {
      id: "p12",
      text: "You lost a work phone on Friday evening. When do you report it?",
      answers: ["Now.", "On Monday.", "When I am sure that it will not turn up.", "When somebody asks."],
      why: "The company may have only 72 hours, and it can lock the phone at once.",
    },
  ],
};
