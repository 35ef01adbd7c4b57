import type { CourseContent } from "../course.ts";

export const clientConfidentiality: CourseContent = {
  key: "client-confidentiality",
  version: 1,
  sections: [
    {
      title: "The duty",
      blocks: [
        "Everything that you learn about a client through your work is confidential, whoever told you and however harmless it seems. That includes the fact that somebody is a client. The duty holds for lawyers, for staff, for contractors and for temps. It does not end with the matter, and it does not end when you leave.",
        "It is wider than privilege. Privilege decides what a court may not force out. Confidentiality is what you owe the client every day, also for what is public somewhere.",
      ],
    },
    {
      title: "Access by matter",
      blocks: [
        "Open only what your own work needs. Being able to search the whole system is no permission to read it. If you need access to a matter, ask the responsible partner.",
        "File documents in their matter and not on your desktop, in a chat or in private storage: only there do access lists, holds and retention work. When you leave a matter, your access ends.",
      ],
    },
    {
      title: "Conflicts and walls",
      blocks: [
        "Before a new client or matter is taken on, conflicts are checked. Give all names that you know, including companies behind companies. An honest “I may have worked for them before” saves everybody trouble.",
        "Where a wall stands, the people behind it may not speak, write or read about the matter with those outside. No document, no hint, no joke. If you receive something from the other side of a wall, do not read on. Tell the general counsel or the responsible partner.",
      ],
    },
    {
      title: "Email and documents",
      blocks: [
        [
          "Read the recipients aloud before you send. Autocomplete offers opposing counsel as gladly as your client.",
          "Reply to all only when all should read it.",
          "Redact with the tool that removes text. A black box drawn over it can be lifted.",
          "Remove tracked changes, comments and hidden properties before a document leaves.",
          "Use the client's secure channel where one was agreed.",
        ],
      ],
    },
    {
      title: "When something reaches you by mistake",
      blocks: [
        "If the other side sends you something that was plainly not meant for you, stop. Do not read on, do not forward it, and do not delete it. Tell the responsible partner, who will tell the sender. If you sent something by mistake, say so at once: there is often a right to have it back, and it depends on how quickly you act.",
      ],
    },
    {
      title: "Places, people and tools",
      blocks: [
        "Do not talk about matters in elevators, trains, restaurants or at home. Use a privacy filter, take calls where nobody listens, and leave no papers in a meeting room or on a printer. Do not name clients on social media, and do not hint.",
        "Tools listen, too. Speech assistants, meeting recorders and AI tools send what they hear to somebody else. Use only those that the firm approved for client data. A public chatbot is a stranger: whatever you paste has left the firm, and privilege may be lost with it.",
      ],
    },
    {
      title: "Holds and questions",
      blocks: [
        "A legal hold means: delete nothing that it covers, on any device, until you are told that it has ended. If the press, the police or a private investigator asks about a client, say only that you cannot answer, and pass it on. Not even “we do not act for them” is yours to say.",
        "When you are not sure, ask before you act. When something went wrong, say it the same hour.",
      ],
    },
  ],
  questions: [
    {
      id: "l01",
      text: "Opposing counsel emails you a file by mistake. What do you do first?",
      story: "The subject says “Internal: settlement range”. You have not opened the attachment.",
      answers: [
        "Stop, do not open it, and tell the responsible partner.",
        "Read it. They sent it to you.",
        "Delete it and say nothing.",
        "Forward it to the client.",
      ],
      why: "Reading on can disqualify the firm. The partner tells the sender.",
    },
    {
      id: "l02",
      text: "A friend asks whether a company that was in the news is your client. What do you answer?",
      answers: [
        "That I cannot talk about who our clients are.",
        "Yes, but nothing else.",
        "Only if they are not.",
        "I tell it in confidence.",
      ],
      why: "The fact that somebody is a client is confidential, too.",
    },
    {
      id: "l03",
      text: "You can search all matters. One of them is about a former colleague. May you read it?",
      answers: [
        "No, my work does not need it.",
        "Yes, the system lets me.",
        "Yes, if it is closed.",
        "Yes, the summary only.",
      ],
      why: "Being able to search is no permission.",
    },
    {
      id: "l04",
      text: "You changed firms. May you tell your new colleagues about an old matter?",
      answers: ["No, the duty goes on.", "Yes, after a year.", "Yes, without names.", "Yes, if the matter is closed."],
      why: "The duty ends neither with the matter nor with the job. Without names it is often clear who is meant.",
    },
    {
      id: "l05",
      text: "Somebody behind a wall leaves a draft of that matter on the printer, and you see it. You are outside the wall. What now?",
      answers: [
        "Do not read on, and tell the responsible partner.",
        "Read it to see whose it is.",
        "Put it into the paper bin.",
        "Bring it to the next team meeting.",
      ],
      why: "Stop at the first sign, and say that it happened. That keeps the wall.",
    },
    {
      id: "l06",
      text: "How do you redact a document before it is produced?",
      answers: [
        "With the tool that removes the text, and I check by searching for it.",
        "With black boxes in the word processor.",
        "With white text.",
        "By making the font very small.",
      ],
      why: "Text under a box can be selected and copied.",
    },
    {
      id: "l07",
      text: "You want a public chatbot to improve a letter to a client. What is right?",
      answers: [
        "Use only a tool that the firm approved for client data.",
        "Paste it, the letter has no names.",
        "Paste half of it.",
        "Paste it and delete the chat.",
      ],
      why: "What is pasted has left the firm, and privilege may be lost with it.",
    },
    {
      id: "l08",
      text: "You sent a memo to opposing counsel because autocomplete chose the wrong name. What do you do?",
      answers: [
        "Tell the responsible partner at once.",
        "Try to recall it and wait.",
        "Ask the recipient privately to delete it.",
        "Say nothing, they may not read it.",
      ],
      why: "There is often a right to have it back, and it depends on how quickly you act.",
    },
    {
      id: "l09",
      text: "A journalist asks for a comment about a case of the firm. What do you say?",
      answers: [
        "That I cannot comment, and I pass it on.",
        "No comment, but the facts are public.",
        "That we will surely win.",
        "That we do not act for them.",
      ],
      why: "Not even a denial is yours to give.",
    },
    {
      id: "l10",
      text: "A matter is under a legal hold. Your mailbox is full. What may you delete?",
      answers: [
        "Nothing that the hold covers, until I am told that it has ended.",
        "Whatever is older than a year.",
        "Copies of what others have.",
        "Drafts.",
      ],
      why: "Deleting under a hold can be held against the client.",
    },
    {
      id: "l11",
      text: "In the conflict check you remember that you once worked for the other side's parent company. What do you do?",
      answers: [
        "Say so now.",
        "Nothing, it was long ago.",
        "Mention it if the matter goes to court.",
        "Ask the former employer.",
      ],
      why: "A conflict that is known early can be handled. One that appears later can cost the matter.",
    },
    {
      id: "l12",
      text: "You take a call about a matter on the train. What is right?",
      answers: [
        "Say that you will call back from a place where nobody listens.",
        "Speak quietly.",
        "Use first names only.",
        "Speak in another language.",
      ],
      why: "You never know who sits behind you.",
    },
  ],
};
