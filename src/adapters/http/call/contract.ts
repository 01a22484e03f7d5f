import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { components, operations } from './api-types.ts';
import type { AsSent } from './validator-view.ts';
import type { FileReply, JsonReply } from './answer.ts';

/** What openapi.yaml says of each call, as types: what a handler gets, and what it may answer. */

/** Calls of networks, which are passed on unparsed. */
type CallbackId = 'hearAccessPoint' | 'hearFrenchPlatform';

/** Calls without a key. */
export type OpenOperationId =
  | 'readHealth'
  | 'readSession'
  | 'endSession'
  | 'readSigningKeys'
  | 'readCode'
  | 'openShare'
  | 'openSharedPage';

export type OperationId = Exclude<keyof operations, OpenOperationId | CallbackId>;

/** A schema by its name, before its texts are worded. */
export type Schema<Name extends keyof components['schemas']> = Unworded<components['schemas'][Name]>;

/** With a text in the place of a string: an answer is worded last, in the language of its reader. */
type Unworded<T> = T extends string
  ? string extends T
    ? Text
    : T
  : T extends object
    ? { readonly [Member in keyof T]: Unworded<T[Member]> }
    : T;

/** Parameters of the path, decoded. */
export type Path<Id extends keyof operations> = Given<operations[Id]['parameters']['path']>;

/** Numbers, booleans and lists are read, and defaults are filled in. */
export type Query<Id extends keyof operations> = Given<operations[Id]['parameters']['query']>;

type Given<Parameters> = [Parameters] extends [undefined]
  ? Readonly<Record<never, never>>
  : NonNullable<Parameters>;

/** The JSON of the body; its numbers are numbers, except in the members that are passed on as they were sent. */
export type Body<Id extends keyof operations> = Read<JsonIn<operations[Id]['requestBody']>>;

type JsonIn<Described> = Described extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined;

type Read<Json> = Json extends object
  ? { readonly [Member in keyof Json]: Member extends AsSent ? unknown : Json[Member] }
  : Json;

/** The answers of an operation that are no problems. */
export type OperationReply<Id extends keyof operations> = {
  [Status in Answered<Id>]: ReplyWith<Status, operations[Id]['responses'][Status]>;
}[Answered<Id>];

/** The JSON that answers a call. */
export type AnswerJson<Id extends keyof operations> = Extract<
  OperationReply<Id>,
  { readonly json: unknown }
>['json'];

type Answered<Id extends keyof operations> = Extract<
  keyof operations[Id]['responses'],
  200 | 201 | 202 | 304 | 503
>;

type ReplyWith<Status extends number, Described> = Described extends { content: infer Content }
  ? | (Content extends { readonly 'application/json': infer Json }
        ? JsonReply<Status, Unworded<Json>>
        : never)
    | ([Exclude<keyof Content, 'application/json'>] extends [never] ? never : FileReply)
  : FileReply;
