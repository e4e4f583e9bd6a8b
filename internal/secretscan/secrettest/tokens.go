package secrettest

import (
	"encoding/base64"
	"fmt"
)

// A credential is one kind of value and what people call it.
type credential struct {
	class string
	make  func(drawing) string
	en    string // a noun
	zh    string // a noun
	env   string // a variable
}

// of makes a value of one of the templates between blanks.
func of(templates string) func(drawing) string {
	return func(d drawing) string { return d.fillOne(templates) }
}

// tokens can be told by their form. The shapes are those that the providers publish.
var tokens = []credential{
	{"aws-access-key-id", of("AKIA«T16» ASIA«T16»"), "AWS access key", "AWS 访问密钥", "AWS_ACCESS_KEY_ID"},
	{"github-token", of("ghp_«A36» gho_«A36» ghu_«A36» ghs_«A36» ghr_«A36»"), "GitHub token", "GitHub 令牌", "GITHUB_TOKEN"},
	{"github-fine-grained", of("github_pat_«A22»_«A59»"), "fine-grained PAT", "GitHub 细粒度令牌", "GH_TOKEN"},
	{"gitlab-token", of("glpat-«w20» glrt-«w20» gldt-«w20»"), "GitLab token", "GitLab 令牌", "GITLAB_TOKEN"},
	{"slack-token", of("xoxb-«d12»-«d13»-«A24» xoxp-«d12»-«d12»-«d13»-«x32» xapp-1-A«N10»-«d13»-«x64»"), "Slack token", "Slack 令牌", "SLACK_BOT_TOKEN"},
	{"slack-webhook", of("https://hooks.slack.com/services/T«N8»/B«N10»/«A24»"), "Slack webhook", "Slack 机器人地址", "SLACK_WEBHOOK_URL"},
	{"openai-key", of("sk-«A20»T3BlbkFJ«A20»"), "OpenAI key", "OpenAI 密钥", "OPENAI_API_KEY"},
	{"openai-project-key", of("sk-proj-«w73»«A1»T3BlbkFJ«w73»«A1» sk-svcacct-«w73»«A1»T3BlbkFJ«w73»«A1» sk-admin-«w73»«A1»T3BlbkFJ«w73»«A1»"), "OpenAI project key", "OpenAI 项目密钥", "OPENAI_API_KEY"},
	{"openai-compatible-key", of("sk-«x32» sk-«A48»"), "DeepSeek API key", "DeepSeek 密钥", "DEEPSEEK_API_KEY"},
	{"anthropic-key", of("sk-ant-api03-«w93»AA sk-ant-admin01-«w93»AA"), "Anthropic API key", "Anthropic 密钥", "ANTHROPIC_API_KEY"},
	{"google-api-key", of("AIza«w34»«A1»"), "Google Maps API key", "谷歌地图密钥", "GOOGLE_API_KEY"},
	{"stripe-key", of("sk_live_«A24» rk_live_«A24» sk_test_«A24» sk_live_«A99»"), "Stripe secret key", "Stripe 私钥", "STRIPE_SECRET_KEY"},
	{"twilio-key", of("SK«x32»"), "Twilio API key", "Twilio 密钥", "TWILIO_API_KEY"},
	{"sendgrid-key", of("SG.«w22».«w43»"), "SendGrid key", "SendGrid 密钥", "SENDGRID_API_KEY"},
	{"npm-token", of("npm_«A36»"), "npm publish token", "npm 发布令牌", "NPM_TOKEN"},
	{"pypi-token", of("pypi-AgEIcHlwaS5vcmc«w80»"), "PyPI upload token", "PyPI 上传令牌", "TWINE_PASSWORD"},
	{"huggingface-token", of("hf_«a34»"), "Hugging Face token", "Hugging Face 令牌", "HF_TOKEN"},
	{"digitalocean-token", of("dop_v1_«x64» doo_v1_«x64» dor_v1_«x64»"), "DigitalOcean token", "DigitalOcean 令牌", "DIGITALOCEAN_TOKEN"},
	{"databricks-token", of("dapi«x32»"), "Databricks token", "Databricks 令牌", "DATABRICKS_TOKEN"},
	{"vault-token", of("hvs.«w95»"), "Vault token", "Vault 令牌", "VAULT_TOKEN"},
	{"shopify-token", of("shpat_«x32» shpss_«x32» shpca_«x32» shppa_«x32»"), "Shopify admin token", "Shopify 令牌", "SHOPIFY_TOKEN"},
	{"telegram-bot-token", of("«o1»«d9»:A«w33»«A1»"), "Telegram bot token", "Telegram 机器人令牌", "TELEGRAM_BOT_TOKEN"},
	{"azure-ad-secret", of("«A3»«d1»Q~«q33»«A1»"), "Azure AD client secret", "Azure 客户端密钥", "AZURE_CLIENT_SECRET"},
	{"azure-storage", of("DefaultEndpointsProtocol=https;AccountName=«n10»;AccountKey=«b64:64»;EndpointSuffix=core.windows.net"), "storage connection string", "Azure 存储连接串", "AZURE_STORAGE_CONNECTION_STRING"},
	{"jwt", webToken, "service JWT", "服务 JWT", "SERVICE_JWT"},
	{"linear-key", of("lin_api_«A40»"), "Linear API key", "Linear 密钥", "LINEAR_API_KEY"},
	{"notion-token", of("ntn_«d11»«A35»"), "Notion token", "Notion 令牌", "NOTION_TOKEN"},
	{"grafana-token", of("glsa_«A32»_«x8»"), "Grafana token", "Grafana 令牌", "GRAFANA_TOKEN"},
	{"sentry-token", of("sntrys_eyJpYXQiO«b70»LCJyZWdpb25fdXJs«b40»_«b43»"), "Sentry org token", "Sentry 令牌", "SENTRY_AUTH_TOKEN"},
	{"doppler-token", of("dp.pt.«A43»"), "Doppler token", "Doppler 令牌", "DOPPLER_TOKEN"},
	{"planetscale", of("pscale_tkn_«q42»«A1» pscale_pw_«w42»«A1»"), "PlanetScale token", "PlanetScale 令牌", "PLANETSCALE_TOKEN"},
	{"postman-key", of("PMAK-«x24»-«x34»"), "Postman key", "Postman 密钥", "POSTMAN_API_KEY"},
	{"docker-pat", of("dckr_pat_«w26»«A1»"), "Docker Hub token", "Docker Hub 令牌", "DOCKERHUB_TOKEN"},
	{"figma-token", of("figd_«w39»«A1»"), "Figma token", "Figma 令牌", "FIGMA_TOKEN"},
	{"perplexity-key", of("pplx-«A48»"), "Perplexity key", "Perplexity 密钥", "PERPLEXITY_API_KEY"},
	{"groq-key", of("gsk_«A52»"), "Groq key", "Groq 密钥", "GROQ_API_KEY"},
	{"xai-key", of("xai-«A80»"), "xAI key", "xAI 密钥", "XAI_API_KEY"},
	{"tailscale-key", of("tskey-auth-«A17»-«A32»"), "Tailscale auth key", "Tailscale 密钥", "TS_AUTHKEY"},
	{"cloudflare-origin-ca", of("v1.0-«x24»-«x146»"), "Cloudflare origin CA key", "Cloudflare 源站密钥", "CF_ORIGIN_CA_KEY"},
	{"age-key", of("AGE-SECRET-KEY-1«B58»"), "age identity", "age 私钥", "SOPS_AGE_KEY"},
	{"alibaba-access-key", of("LTAI5t«A18»"), "Aliyun AccessKey", "阿里云 AccessKey", "ALIYUN_ACCESS_KEY_ID"},
	{"tencent-secret-id", of("AKID«A32»"), "Tencent Cloud SecretId", "腾讯云 SecretId", "TENCENT_SECRET_ID"},
	{"mailgun-key", of("key-«x32»"), "Mailgun key", "Mailgun 密钥", "MAILGUN_API_KEY"},
	{"square-token", of("EAAA«w59»«A1»"), "Square access token", "Square 令牌", "SQUARE_ACCESS_TOKEN"},
	{"discord-bot-token", of("M«A23».«w6».«w37»«A1» N«A23».«w6».«w37»«A1»"), "Discord bot token", "Discord 机器人令牌", "DISCORD_BOT_TOKEN"},
	{"discord-webhook", of("https://discord.com/api/webhooks/«o1»«d18»/«w67»«A1»"), "Discord webhook", "Discord 机器人地址", "DISCORD_WEBHOOK_URL"},
	{"dingtalk-webhook", of("https://oapi.dingtalk.com/robot/send?access_token=«x64»"), "DingTalk webhook", "钉钉机器人地址", "DINGTALK_WEBHOOK"},
	{"feishu-webhook", of("https://open.feishu.cn/open-apis/bot/v2/hook/«uuid»"), "Feishu webhook", "飞书机器人地址", "FEISHU_WEBHOOK"},
	{"wecom-webhook", of("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=«uuid»"), "WeCom webhook", "企业微信机器人地址", "WECOM_WEBHOOK"},
	{"teams-webhook", of("https://«l6».webhook.office.com/webhookb2/«uuid»@«uuid»/IncomingWebhook/«x32»/«uuid»"), "Teams webhook", "Teams 机器人地址", "TEAMS_WEBHOOK"},
	{"onepassword-sa", of("ops_eyJ«b300»"), "1Password service account token", "1Password 令牌", "OP_SERVICE_ACCOUNT_TOKEN"},
	{"otp-uri", of("otpauth://totp/Example:«l6»?secret=«T32»&issuer=Example"), "TOTP enrolment URI", "动态口令地址", "TOTP_URI"},
	{"pulumi-token", of("pul-«x40»"), "Pulumi token", "Pulumi 令牌", "PULUMI_ACCESS_TOKEN"},
	{"rubygems-key", of("rubygems_«x48»"), "RubyGems key", "RubyGems 密钥", "GEM_HOST_API_KEY"},
	{"newrelic-key", of("NRAK-«N27»"), "New Relic user key", "New Relic 密钥", "NEW_RELIC_API_KEY"},
	{"atlassian-token", of("ATATT3xFfGF0«w179»=«X8»"), "Jira API token", "Jira 令牌", "JIRA_API_TOKEN"},
	{"flyio-token", func(d drawing) string { return d.fill("FlyV1 fm2_«b160»") }, "Fly.io deploy token", "Fly.io 令牌", "FLY_API_TOKEN"},
	{"supabase-key", of("sbp_«x40» sb_secret_«w31»"), "Supabase secret key", "Supabase 密钥", "SUPABASE_SERVICE_KEY"},
	{"replicate-token", of("r8_«A37»"), "Replicate token", "Replicate 令牌", "REPLICATE_API_TOKEN"},
	{"langsmith-key", of("lsv2_pt_«x32»_«x10»"), "LangSmith key", "LangSmith 密钥", "LANGSMITH_API_KEY"},
	{"openrouter-key", of("sk-or-v1-«x64»"), "OpenRouter key", "OpenRouter 密钥", "OPENROUTER_API_KEY"},
}

// keyed values have no form of their own: only a word nearby says what they are.
var keyed = []credential{
	{"aws-secret-access-key", of("«b40»"), "AWS secret access key", "AWS 私有访问密钥", "AWS_SECRET_ACCESS_KEY"},
	{"zhipu-key", of("«x32».«A16»"), "Zhipu API key", "智谱 API 密钥", "ZHIPU_API_KEY"},
	{"generic-hex-key", of("«x32» «x40» «x64»"), "Datadog API key", "内部接口密钥", "INTERNAL_API_KEY"},
	{"generic-base62-key", of("«A24» «A32» «A40»"), "internal API token", "内部服务令牌", "SERVICE_TOKEN"},
	{"generic-base64-secret", of("«b64:24» «b64:32»"), "JWT signing secret", "JWT 签名密钥", "JWT_SECRET"},
	{"generic-uuid-key", drawing.uuid, "Heroku API key", "Heroku 密钥", "HEROKU_API_KEY"},
}

// webToken is a JSON web token: header, claims, signature.
func webToken(d drawing) string {
	claims := fmt.Sprintf(`{"sub":%q,"name":"svc-%s","iat":%d}`, d.pick('d', 10), d.pick('l', 6), d.between(1600000000, 1790000000))
	return b64url(`{"alg":"HS256","typ":"JWT"}`) + "." + b64url(claims) + "." + base64.RawURLEncoding.EncodeToString(d.bytes(32))
}
