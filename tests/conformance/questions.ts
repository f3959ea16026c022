import { type InputRequest, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';

export const userName = z.object({ name: z.string() });
export const favouriteColor = z.object({ color: z.string() });
export const confirmation = z.object({ ok: z.boolean() });

export function askModel(text: string): InputRequest {
	return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });
}
