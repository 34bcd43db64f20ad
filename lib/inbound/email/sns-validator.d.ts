declare module "sns-validator" {
  /** Verifies messages of the notification service that carries this mail provider's events. */
  export default class MessageValidator {
    constructor(hostPattern?: RegExp, encoding?: string);
    validate(message: object, done: (error: Error | null, message?: object) => void): void;
  }
}
