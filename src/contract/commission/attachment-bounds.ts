// The bounds of attached files. Apart from the schemas, so that the page can use them without a parser.

/** The bounds of one message: a new commission, an answer or a note. */
export const maxAttachments = 20;
export const maxAttachedBytes = 32_000_000;
/** The most files of a commission together with those of the attempts before it. */
export const maxAttachmentsInAll = 100;
