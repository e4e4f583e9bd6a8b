package secretscan

import (
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// technicalWords are in names of systems, files, fields and versions, and hardly in
// passwords of words and numbers.
var technicalWords = wordset.Of(`access account acl action active activity adapter add addon adjust admin agent alert algorithm alias align alpha alpine amd analysis android angular ansible
	api apache app apple application apply apps arch archive area arg args argon argument arm array article asset assets async attempt attr attribute audit auth author authn authz auto autoscaling aws azure
	back backend backlog backup bar base baseline bash basic batch bcrypt before begin behind below beta big bin binary bit bits blob block blog board body book bool boolean boot bot branch browser bucket budget buffer bug build builder bundle bus button byte bytes
	cache call callback canary card case cell center central centos cert certificate chain change changelog channel chapter char characters chart chat check checklist checkout checksum child chrome ci cipher class clean cli click client clip clone close cloud cluster cn code codec col collection color column command comment commit common compact compare compat component compose conf config configuration confirm connect connection console const constant constraint consul consumer container content context contract control controller cookie copy core count counter course cpu crate create cred creds credential cron crud crypt crypto css csv ctx current cursor custom customer cycle
	daemon daily dart data database dataset date day days db dc debian debug decimal deck default define delay delete delta demo dep deploy deployment deprecated derive desc design desk dest dev device devops dial dict diff digest digit dim dir directory disable disk dist dns doc docker docs document domain done down download draft driver drop dto duo dump dynamic
	east ec ecs edge edit editor effect ehr eks elastic element email embed employee empty enable encode encrypted encryption end endpoint engine enterprise entity entry enum env environment epic equal err error escape etc etcd eth eu event every exam example exec exit expire expired expiry export expr ext extension external extra
	fail failed fallback false family fast feature fedora feed fetch fido field file filter final find fips fix flag flask float flow flush folder font foo footer force fork form format frame framework free from front frontend full func function future
	gate gateway gb gc gcm gcp general generate generated generation generator generic get git github gitlab global go golang gpu grace graph graphql green grid group grpc guard guest guide guideline
	handler hash hashed hashing head header health heap helm help helper hex hidden history hmac home hook host hosts hour hours html http https hub hw
	ibm icon id identity idle idp ids iframe image img immutable impl import inc include index info infra ingress init initial inner input insert inspect install instance int integer integration interface internal invalid invoice ios ip ipv iso issue item items iteration
	jail java javascript jdk jenkins job join jpeg jpg jq js json junit jwt
	kafka kb kdf keepass kernel key keycloak keyring keys keystore keyword kibana kind kit kms kube kubernetes kv
	lab label lambda lane lang latest launch layer layout ldap lead least lecture legacy len length lesson level lib library license life light limit line lines link lint linux list listener live load loader local locale lock log logger login logout logs long loop lookup lower lst lts
	mac machine mail main maintenance major make manage management manager manifest manual map mapper mark markdown markup mask master match matrix max maximum mb md meeting mem member memory menu mesh message meta metadata method metric mfa micro middleware migrate migration milestone min mini minimum minor minute minutes missing mixed mobile mock mod mode model modify module mon monitor month months mount move ms msg multi must mutex my mysql
	name namespace nat native net network new next nginx nist node none normal not note notes notification npm null number numeric
	oauth object offset ok okta old oidc online only op open openai openid openssl operation operator ops opt option optional options oracle order org origin os otp out output outer over overview owasp own owner
	pack package packet page pages pair panel param parameter parent parse parser part partition pass passkey passphrase password passwords passwordless passwd patch path pattern pay payload payment pbkdf pci pdf pending percent period permission phase phone php pin ping pipe pipeline pixel pkcs pkg plain plaintext plan platform play playbook plugin png pod point policy pool pop popup port portal pos post postgres pr practice pre prefix presented preview primary print printer priority private pro probe proc process processor prod product production profile program progress proj project prometheus prompt prop property protected protocol provider proxy ps pub public publish pull purge push put pwd py python
	qa quality query question queue quick quota
	race rails random range rank rate raw rc rds react read reader readme ready real realm reason rec receiver record recovery red redacted redis redirect ref reference refresh regex region register registry rel release reload remote remove rename render replace replica repo report repository request require required res reserved reset resource response rest restart restore result retry return rev review rfc risk role rollback rollout root rotate rotated rotation route router row rows rpc rsa rss rule rules run runbook runner runtime rust
	salt saml sample sandbox save scale schedule scheduler schema scope score screen script scrypt sdk sealed search sec second secondary seconds secret secrets section secure security see seed select selector send sensor sentinel sequence serial series server serverless service services session set setting settings setup sha shard share shared sharing shell short should sig sign signature signed signin signup simple single site size skip slack slave sleep slice slot small smoke smtp snapshot soc socket soft software sort source spec spike split spring sprint sql src srv ssd ssh ssl sso stack stage staging stale standard start state static stats status step steps stop storage store story str strategy stream strength strict string strong struct style sub subnet success suffix suite summary super support svc svg swagger sys system systemd
	tab table tag target task tcp team tech template temp temporary tenant term terminal terraform test tester testing tests text than that the theme third this thread threshold ticket tier time timeout timer timestamp tip title tls tmp todo token tokens tool tools toolkit top topic topology totp trace track train transaction transfer transform transport tree trigger true trust try tsx ttl tunnel turn tutorial two type types typescript
	ubuntu udp ui uid unique unit units unix until update updated upgrade upload upper uri url us usage use user users username usr utf util utils uuid
	val valid validate validation validator value values var variable variant vault vector vendor ver verify version versions via video view viewer virtual visible vm vol volume vpc vpn vue
	wait wallet warn warning watch web webauthn webhook website week weekly west when which wide widget width wiki win window windows with work worker workflow workspace world wrap write writer www
	xml yaml year yearly years yes yml your yubikey zero zip zone
	crt pem pfx crypt json toml lodash kotlin swift flutter django laravel webpack vite eslint jest pytest cypress playwright mongo mongodb mariadb sqlite rabbitmq nats minio grafana loki tempo zipkin jaeger argo argocd istio envoy traefik nomad packer vagrant puppet chef keda longhorn ceph nfs smb iscsi llm gpt claude sonnet opus haiku gemini llama mistral embedding prompt tokenizer bert cuda torch tensor
	janvier january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday q
	ejemplo esempio exemple exemplo beispiel voorbeeld stored kept lives moved managed rotates expires changed updated generated derived computed encrypted hidden masked removed deleted disabled enabled unset forgotten lost leaked revoked unchanged`)

// technical reports whether a word in v is one of a system: auth-service-v2, S3Bucket2.
func technical(v string) bool { return technicalPart(v) > 0 }

// technicalPart is how much of the letters in v, in percent, such words are. Short ones count
// only where they are a good part, since they stand in random letters as well.
func technicalPart(v string) int {
	letters, long, short := 0, 0, 0
	for _, w := range letterRuns(v) {
		letters += len(w)
		switch {
		case !technicalWords.Has(w) && !technicalWords.Has(strings.TrimSuffix(w, "s")) && !(stopWords.Has(w) && len(w) > 1) && !(fillers.Has(w) && len(w) > 2):
		case len(w) > 3:
			long += len(w)
		default:
			short += len(w)
		}
	}
	if short*3 >= letters {
		long += short
	}
	return long * 100 / max(1, letters)
}

// letterRuns gives the words of letters in v, in lower case: they end at anything else and
// where camelCase goes on.
func letterRuns(v string) []string {
	var out []string
	for i := 0; i < len(v); {
		if !isLetter(v[i]) {
			i++
			continue
		}
		start := i
		for i++; i < len(v) && isLetter(v[i]) && !(isUpper(v[i]) && isLower(v[i-1])); i++ {
		}
		out = append(out, strings.ToLower(v[start:i]))
	}
	return out
}

// spelled reports whether v is made of words and a number, as people make passwords that they
// can say: mei.danube.88, orchid77, lotus-Ridge-41-kayak. No word in it is technical.
func spelled(v string) bool {
	s := measure(v)
	if len(v) < 7 || len(v) > 48 || s.digit < 2 || s.digit > 8 || s.symbol > s.joined || s.wide > 0 || strings.Contains(v, "/") {
		return false
	}
	words := 0
	for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		switch letters := strings.Trim(part, "0123456789"); {
		case letters == "":
		case len(letters) < 2 || len(letters) > 24:
			return false
		default:
			words++
		}
	}
	return words > 0 && s.letters() >= 4 && !technical(v) && !isVersion(v) && !isDate(v) && !isPath(v) && !isCall(v) && !ofTechnique(v) && !techWord(v) && !isHex([]byte(v)) && !isConstant(v)
}
