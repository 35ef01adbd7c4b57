import type { CourseContent } from "../course.ts";

export const hipaa: CourseContent = {
  key: "hipaa",
  version: 1,
  sections: [
    {
      title: "What HIPAA protects",
      blocks: [
        "HIPAA is a law of the United States about health information. It binds health plans, most doctors and hospitals, clearinghouses, and the companies that work for them, which are called business associates. If your company handles health data for a client of that kind, it binds you, too.",
        "Protected health information (PHI) is information about somebody's health, care or payment for care, together with anything that tells who it is: a name, an address, a date of birth, a photo, a record number, even an IP address. An appointment is PHI. So is the fact that somebody is a patient.",
      ],
    },
    {
      title: "When you may use it",
      blocks: [
        "You may use and disclose PHI for treatment, payment and health care operations, as your job and your contracts say, and otherwise with the patient's written authorization or where the law demands it.",
        "Even then the rule of the minimum necessary holds: look at, use and share no more than the task needs. It does not limit a provider who treats a patient. It does limit curiosity. Looking up a neighbor, a celebrity or a relative is a violation, and it is found in the access logs.",
      ],
    },
    {
      title: "Keeping it safe",
      blocks: [
        [
          "Sign in with your own account, always. Sharing one makes the log worthless.",
          "Lock your screen when you leave it, and do not talk about patients where others hear you.",
          "Keep PHI in approved systems: not in private email, chat, cloud drives or AI tools without a business associate agreement.",
          "Encrypt what leaves the building. A lost laptop that was encrypted is usually no breach.",
          "Check the recipient before you send or fax. Most breaches are letters and emails to the wrong person.",
          "Shred paper. Do not throw it away.",
        ],
        "Before a vendor may see PHI, a business associate agreement must be signed. A tool that is free to try has none.",
      ],
    },
    {
      title: "Rights of patients",
      blocks: [
        "Patients may see and get a copy of their records, usually within 30 days. They may ask for corrections, for a list of certain disclosures, and that you reach them at another address or number. Pass such requests on the same day; do not decide about them alone.",
        "Nobody may be punished for complaining or for using these rights.",
      ],
    },
    {
      title: "Malware, sign-ins and passwords",
      blocks: [
        "The Security Rule names three things that training must cover: guarding against malicious software, watching for strange sign-ins, and handling passwords. Install updates, open no unexpected attachment, read alerts about sign-ins, deny prompts that you did not cause, and use a password manager. Ransomware in a system with PHI is presumed to be a breach.",
      ],
    },
    {
      title: "When something happens",
      blocks: [
        "A breach is any use or disclosure that the rules do not allow, unless an assessment shows a low probability that the data was compromised. That assessment is not yours to make. Report at once what happened, even if you are not sure and even if it was your own mistake.",
        "Patients must be told without unreasonable delay, within 60 days at the latest. A business associate must tell its client, often within a few days by contract. The clock begins when anybody in the company knows, or should have known.",
        "Violations have consequences: your company applies sanctions, and the law has fines and, for misuse on purpose, prison.",
      ],
    },
  ],
  questions: [
    {
      id: "a01",
      text: "Which of these is PHI?",
      answers: [
        "All of them.",
        "An appointment with a name.",
        "A bill for a treatment.",
        "The fact that somebody is a patient.",
      ],
      why: "Health, care or payment together with something that tells who it is.",
    },
    {
      id: "a02",
      text: "Your neighbor is in the hospital that your company works for. May you look up how they are?",
      answers: [
        "No, my task does not need it.",
        "Yes, if I tell nobody.",
        "Yes, they would not mind.",
        "Yes, I have access.",
      ],
      why: "That is a violation, and access logs show it.",
    },
    {
      id: "a03",
      text: "A colleague needs the discharge dates of ten patients for a report. What do you send?",
      answers: [
        "The dates of those ten.",
        "Their whole records.",
        "The export of the ward.",
        "My password, so that they can look.",
      ],
      why: "Minimum necessary: no more than the task needs.",
    },
    {
      id: "a04",
      text: "You want to let an online AI tool summarize a patient's letter. What must be there first?",
      answers: [
        "A business associate agreement, and your company's approval.",
        "The patient's first name removed.",
        "A strong password.",
        "Nothing, it is only a summary.",
      ],
      why: "The tool's company would receive PHI.",
    },
    {
      id: "a05",
      text: "A colleague forgot their password and asks to use your session for five minutes. What do you do?",
      answers: [
        "Say no, and help them reach support.",
        "Let them, and watch.",
        "Let them, if they work on the same patient.",
        "Tell them your password.",
      ],
      why: "The log would say that you did what they did.",
    },
    {
      id: "a06",
      text: "A laptop with PHI was stolen. It was encrypted and locked. What do you do?",
      answers: [
        "Report it at once; others assess it.",
        "Nothing, it was encrypted.",
        "Wait whether it turns up.",
        "Tell the patients yourself.",
      ],
      why: "Encryption usually makes it no breach, but that must be assessed and written down.",
    },
    {
      id: "a07",
      text: "A patient asks the front desk for a copy of the record. What is right?",
      answers: [
        "Pass the request on the same day.",
        "Say that only doctors may have it.",
        "Ask for a reason.",
        "Print all of it at once for whoever asks.",
      ],
      why: "Patients have a right to it, usually within 30 days, and identity must be checked.",
    },
    {
      id: "a08",
      text: "You faxed a result to a wrong number. The recipient says that they shredded it. What now?",
      answers: [
        "Report it anyway.",
        "Nothing, it is destroyed.",
        "Ask them to sign a paper and keep it.",
        "Send it again and forget it.",
      ],
      why: "Whether it is a breach is assessed by those who are responsible, not by the sender.",
    },
    {
      id: "a09",
      text: "How long may it take at most until patients are told of a breach?",
      answers: [
        "60 days, and without unreasonable delay.",
        "One year.",
        "30 days after the investigation.",
        "There is no limit.",
      ],
      why: "The clock begins when anybody in the company knows, or should have known.",
    },
    {
      id: "a10",
      text: "Ransomware locked a server with PHI. What is presumed?",
      answers: [
        "That it is a breach.",
        "That nothing left, because files are only locked.",
        "That it is IT's problem alone.",
        "That it need not be reported after a restore.",
      ],
      why: "An assessment must show a low probability that data was compromised, or it counts as a breach.",
    },
    {
      id: "a11",
      text: "Where may you talk about a patient?",
      answers: [
        "Where nobody hears who does not need to know.",
        "In the elevator, without the last name.",
        "In the cafeteria, quietly.",
        "In a private chat group.",
      ],
      why: "A first name and a story are often enough to know who is meant.",
    },
    {
      id: "a12",
      text: "What happens to somebody who complains about a violation?",
      answers: [
        "Nothing: they may not be punished for it.",
        "They are moved.",
        "They must prove it first.",
        "They lose access.",
      ],
      why: "The law protects whoever complains or reports.",
    },
  ],
};
